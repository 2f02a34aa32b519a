// The number of a build: `cmd_007`. Pure.

export const numberText = (n: number): string => `cmd_${String(n).padStart(3, '0')}`;

/** The largest number that was given, plus one. */
export function nextNumber(given: readonly string[]): number {
  const numbers = given.map((name) => Number(/^cmd_(\d{3,9})$/.exec(name)?.[1] ?? 0));
  return numbers.reduce((most, n) => Math.max(most, n), 0) + 1;
}
