// GitHub's limits for titles and bodies. Used by the REST routes of issues, pull requests and comments, and by the forms of the pages.

import { validationFailed } from '../api-error.js';

/** GitHub's limits, in characters. */
export const MAX_BODY = 65_536;
export const MAX_TITLE = 256;

/** Refuses texts above GitHub's limit. */
export function checkText(checked: {
  resource: string;
  field: string;
  text: string | null | undefined;
  longest: number;
}): void {
  const { resource, field, text, longest } = checked;
  if ([...(text ?? '')].length <= longest) return;
  const message = `${field} is too long (maximum is ${longest} characters)`;
  throw validationFailed({ resource, code: 'custom', field, message });
}
