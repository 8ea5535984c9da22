"use client";

import Link from "next/link";
import { useRouter, useSearchParams } from "next/navigation";
import { Suspense } from "react";
import { ask } from "framework/api/dialog";
import { lastDays, streak } from "../days";
import { remove, useHabits } from "../habits";

// Names are not known when the pages are built, so the name is in the query: /habit?name=Reading.
function Weeks() {
  const router = useRouter();
  const name = useSearchParams().get("name");
  const habits = useHabits();
  if (habits === null) return null;
  const habit = habits.find((one) => one.name === name);
  if (habit === undefined) return <p>There is no such habit</p>;

  async function forget(known: string) {
    if (!(await ask(`Remove “${known}”?`, { title: "Habits" }))) return;
    await remove(known);
    router.push("/");
  }

  return (
    <>
      <h1>{habit.name}</h1>
      <ol>
        {lastDays(28).map((day) => (
          <li key={day} className={habit.days.includes(day) ? "done" : ""} title={day}>
            {Number(day.slice(-2))}
          </li>
        ))}
      </ol>
      <p role="status">Days in a row: {streak(habit.days)}</p>
      <button onClick={() => void forget(habit.name)}>Remove</button>
    </>
  );
}

export default function Page() {
  return (
    <>
      <nav>
        <Link href="/">This week</Link>
      </nav>
      <Suspense>
        <Weeks />
      </Suspense>
    </>
  );
}
