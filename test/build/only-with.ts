import { it } from '@jest/globals';

/**
 * A test that needs something of the machine. Where that is missing it is skipped by name; where everything must be there
 * (CREW_NO_SKIPS), what is missing is red.
 */
export function itWith(
  { need, there }: { need: string; there: boolean },
  name: string,
  test: () => Promise<void>,
): void {
  if (there) it(name, test);
  else if (process.env.CREW_NO_SKIPS) it(name, () => Promise.reject(new Error(`${need} is missing on this machine`)));
  else it.skip(`${name} (skipped: no ${need})`, test);
}
