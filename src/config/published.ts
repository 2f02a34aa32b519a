import { reference } from './reference.js';
import { toJsonSchema } from './to-json-schema.js';

const opening = '<!-- settings: written by scripts/write-schema.mjs -->';
const closing = '<!-- end of settings -->';

/** schema/crew.schema.json, byte for byte. */
export function schemaText(): string {
  return `${JSON.stringify(toJsonSchema(), null, 2)}\n`;
}

/** docs/configuration.md with its tables as they are now; everything outside the two marks stays. */
export function withReference(page: string): string {
  const [before, rest] = page.split(opening);
  const after = rest?.split(closing)[1];
  if (before === undefined || after === undefined)
    throw new Error(`no place for the settings: ${opening} … ${closing}`);
  return `${before}${opening}\n\n${reference(toJsonSchema())}\n\n${closing}${after}`;
}
