// Reads and checks the text fields of submitted forms. Used by the handlers of forms in this folder.

import { MAX_BODY } from '../../github/rest/text-limits.js';

/** The fields of a submitted form. */
export type Form = URLSearchParams;

/** The value of a text field, without trailing white space. Line ends become LF; browsers send CR LF. */
export function textIn(form: Form, name: string): string {
  return (form.get(name) ?? '').replaceAll('\r\n', '\n').trimEnd();
}

/** The error message for a body that exceeds GitHub's limit; null if it does not. */
export function tooLong(body: string): string | null {
  const length = [...body].length;
  return length > MAX_BODY ? `The text is too long: ${length} characters (maximum is ${MAX_BODY}).` : null;
}

export const nothingToSend = 'The comment cannot be blank.';
