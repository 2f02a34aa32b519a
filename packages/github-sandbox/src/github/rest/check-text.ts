import { validationFailed } from '../refusal.js';

export const longestBody = 65_536;
export const longestTitle = 256;

/** Refuses a text that GitHub would not store. */
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
