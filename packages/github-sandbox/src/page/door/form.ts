import { longestBody } from '../../github/rest/check-text.js';

export type Form = URLSearchParams;

/** A text as it was meant: browsers send every line's end as two characters. */
export function textIn(form: Form, name: string): string {
  return (form.get(name) ?? '').replaceAll('\r\n', '\n').trimEnd();
}

/** Why a body is not stored, or null. GitHub has the same limit. */
export function tooLong(body: string): string | null {
  const length = [...body].length;
  return length > longestBody ? `This is ${length} characters long; GitHub takes ${longestBody}.` : null;
}
