"use client";

import Link from "next/link";
import type { SyntheticEvent } from "react";
import { lastDays } from "./days";
import { add, mark, useHabits } from "./habits";

function submit(event: SyntheticEvent<HTMLFormElement>) {
  event.preventDefault();
  const form = event.currentTarget;
  const name = new FormData(form).get("name");
  if (typeof name === "string") void add(name);
  form.reset();
}

export default function Week() {
  const habits = useHabits();
  if (habits === null) return null;
  const days = lastDays(7);
  const today = days.at(-1) ?? "";
  const done = habits.filter((habit) => habit.days.includes(today)).length;

  return (
    <>
      <form onSubmit={submit}>
        <input name="name" aria-label="New habit" placeholder="New habit" required />
        <button>Add</button>
      </form>
      <table>
        <thead>
          <tr>
            <th>Habit</th>
            {days.map((day) => (
              <th key={day}>
                {new Date(`${day}T12:00`).toLocaleDateString([], { weekday: "short" })}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {habits.map((habit) => (
            <tr key={habit.name}>
              <th>
                <Link href={{ pathname: "/habit", query: { name: habit.name } }}>{habit.name}</Link>
              </th>
              {days.map((day) => (
                <td key={day}>
                  <input
                    type="checkbox"
                    aria-label={`${habit.name}, ${day === today ? "today" : day}`}
                    checked={habit.days.includes(day)}
                    onChange={({ target }) => void mark(habit.name, day, target.checked)}
                  />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <p role="status">
        {done} of {habits.length} done today
      </p>
    </>
  );
}
