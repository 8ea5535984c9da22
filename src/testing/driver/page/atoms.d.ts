declare module "selenium-webdriver/lib/atoms/is-displayed.js" {
  /** Whether an element is shown, as Selenium defines it. */
  export default function isDisplayed(element: Element, ignoreOpacity?: boolean): boolean;
}
