import * as z from 'zod';

const hour = 3_600_000;

/** `3 days ago`, in milliseconds: the sample is always as fresh as on the day it was made. */
export const age = z
  .string()
  .regex(/^\d+ (hours?|days?) ago$/)
  .transform((words) => {
    const [amount = '', unit = ''] = words.split(' ');
    return Number(amount) * (unit.startsWith('hour') ? hour : 24 * hour);
  });

/** What so long ago was, as GitHub writes it. */
export type At = (age: number) => string;

/** Counts ages from now. */
export const countFrom =
  (now: number): At =>
  (ago) =>
    new Date(now - ago).toISOString().replace(/\.\d+Z$/, 'Z');
