// The journal of a work job: one line for each finished step, so that a continued run repeats no paid call. work.ts opens it; services.ts
// and the Action's jobs (src/action) read stored journals with `readSteps`.

import { mkdir, open, readFile, truncate } from 'node:fs/promises';
import path from 'node:path';
import { diskFullError } from '../files/durable.js';
import type { Spent, Step } from '../ports/run.js';
import { fieldsOf, mapStrings, parseJson } from '../text/json.js';

/** An open journal. */
export interface Journal {
  /** Returns the value of a recorded step. Otherwise does the work, records it, and returns the value as JSON keeps it. */
  step<T>(name: string, work: () => Promise<T>, cost?: (value: T) => Spent | undefined): Promise<T>;
  steps(): readonly Step[];
}

/** The steps of a journal. A last line without a line break was cut off while it was written, and is skipped. */
export function readSteps(text: string): readonly Step[] {
  const values = text.split('\n').slice(0, -1).map(parseJson);
  return values.filter((value): value is Step => {
    // The journal of a work job is stored without being parsed, so a line may be anything.
    const { name, began, at } = fieldsOf(value);
    return typeof name === 'string' && typeof began === 'number' && typeof at === 'number';
  });
}

/** Opens a journal file. Each line is flushed before the step counts as done. */
export async function openJournal(
  file: string,
  { now, redact }: { now: () => number; redact: (text: string) => string },
): Promise<Journal> {
  await mkdir(path.dirname(file), { recursive: true });
  const text = await readFile(file, 'utf8').catch(() => '');
  const completeLines = text.slice(0, text.lastIndexOf('\n') + 1);
  if (completeLines.length < text.length) await truncate(file, Buffer.byteLength(completeLines));
  const steps = [...readSteps(completeLines)];
  const known = new Map(steps.map((step) => [step.name, step]));
  const append = async (step: Step): Promise<Step> => {
    const line = JSON.stringify(mapStrings(step, redact));
    const handle = await open(file, 'a').catch((error: unknown) => Promise.reject(diskFullError(error, file)));
    try {
      await handle.writeFile(`${line}\n`);
      await handle.datasync();
    } catch (error) {
      throw diskFullError(error, file);
    } finally {
      await handle.close();
    }
    return JSON.parse(line) as Step;
  };
  return {
    steps: () => steps,
    async step<T>(name: string, work: () => Promise<T>, cost?: (value: T) => Spent | undefined): Promise<T> {
      const recorded = known.get(name);
      if (recorded) return recorded.value as T;
      const began = now();
      const value = await work();
      const spent = cost?.(value);
      const step = await append({ name, began, at: now(), value: value ?? null, ...(spent ? { spent } : {}) });
      steps.push(step);
      known.set(name, step);
      return step.value as T;
    },
  };
}
