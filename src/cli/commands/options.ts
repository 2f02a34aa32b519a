import { UserError } from '../../ports/errors.js';

export interface Option {
  readonly name: string;
  readonly of: string;
  readonly shape: RegExp;
}

/** Reads the flags with a value that belong to one command. Wrong values are refused. */
export function readOptions<O extends Readonly<Record<string, Option>>>(
  words: readonly string[],
  options: O,
  switches: readonly string[],
): { readonly [K in O[keyof O]['name']]?: string } {
  const found: Record<string, string> = {};
  for (let n = 0; n < words.length; n += 1) {
    const flag = words[n] ?? '';
    if (switches.includes(flag)) continue;
    const option = options[flag];
    if (!option)
      throw new UserError({
        expected: Object.keys(options).join(', '),
        found: `"${flag}"`,
        remedy: 'See `crew help`.',
      });
    n += 1;
    const value = words[n];
    if (value === undefined || !option.shape.test(value)) {
      throw new UserError({
        expected: `${option.of} after ${flag}`,
        found: value === undefined ? 'nothing' : `"${value}"`,
        remedy: 'See `crew help`.',
      });
    }
    found[option.name] = value;
  }
  return found as { readonly [K in O[keyof O]['name']]?: string };
}
