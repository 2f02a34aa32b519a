/** Labels are one when they differ in case only, as on GitHub. */
export function sameLabel(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}
