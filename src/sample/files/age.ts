import * as z from 'zod';

const hour = 3_600_000;

/** `3 days ago`, in milliseconds. */
export const age = z
  .string()
  .regex(/^\d+ (hours?|days?) ago$/)
  .transform((words) => {
    const [amount = '', unit = ''] = words.split(' ');
    return Number(amount) * (unit.startsWith('hour') ? hour : 24 * hour);
  });

/** A time so long ago, in ISO format. */
export type At = (age: number) => string;

/** Converts ages to times, counted from now. */
export const countFrom =
  (now: number): At =>
  (ago) =>
    new Date(now - ago).toISOString().replace(/\.\d+Z$/, 'Z');
