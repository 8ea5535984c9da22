import type { ReactNode } from "react";
import "./globals.css";

export const metadata = { title: "Habits" };

export default function Layout({ children }: { readonly children: ReactNode }) {
  return (
    <html lang="en">
      <body>
        <main>{children}</main>
      </body>
    </html>
  );
}
