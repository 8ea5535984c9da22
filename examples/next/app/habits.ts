"use client";

import { useSyncExternalStore } from "react";
import { BaseDirectory, createDir, exists, readTextFile, writeTextFile } from "framework/api/fs";

export interface Habit {
  readonly name: string;
  /** The days on which it was done. */
  readonly days: readonly string[];
}

const file = "habits/all.json";
const dir = BaseDirectory.AppData;

let habits: readonly Habit[] | null = null;
const listeners = new Set<() => void>();

function show(next: readonly Habit[]): void {
  habits = next;
  for (const listener of listeners) listener();
}

function follow(listener: () => void): () => void {
  if (listeners.size === 0 && habits === null) void read();
  listeners.add(listener);
  return () => listeners.delete(listener);
}

async function read(): Promise<void> {
  const isThere = await exists(file, { dir });
  show(isThere ? (JSON.parse(await readTextFile(file, { dir })) as readonly Habit[]) : []);
}

/** The habits of the file; `null` until it is read, and while the page is built. */
export function useHabits(): readonly Habit[] | null {
  return useSyncExternalStore(
    follow,
    () => habits,
    () => null,
  );
}

/** Shows the habits on every page, and writes them to the file. */
async function keep(next: readonly Habit[]): Promise<void> {
  show(next);
  await createDir("habits", { dir, recursive: true });
  await writeTextFile(file, JSON.stringify(next), { dir });
}

const others = (name: string) => (habits ?? []).filter((habit) => habit.name !== name);

export const add = (name: string) => keep([...others(name), { name, days: [] }]);

export const remove = (name: string) => keep(others(name));

export function mark(name: string, day: string, isDone: boolean): Promise<void> {
  const changed = (habit: Habit): Habit => {
    const days = habit.days.filter((one) => one !== day);
    return { name, days: isDone ? [...days, day] : days };
  };
  return keep((habits ?? []).map((habit) => (habit.name === name ? changed(habit) : habit)));
}
