// Parses manifests and workflow files, and takes values from them. A text that is broken, huge or nested too deeply is treated as empty. Used by the
// ecosystems, index.ts, ../setup-action.ts, ../test-commands.ts, and src/workflows/fix/rules/publish-checks.ts.
import { parse as parseToml } from 'smol-toml';
import { parse as parseYaml } from 'yaml';
import { isTooDeep } from '../../config/document.js';
import { inFolder, nameOf, rootFolders } from './folders.js';
import type { Tree } from './step.js';

type Data = Readonly<Record<string, unknown>>;

/** Longer texts are not parsed. */
const MAX_LENGTH = 512 * 1024;

/** Parses a JSON object. */
export function json(text: string | undefined): Data {
  return read(text, JSON.parse);
}

/** Parses JSON with comments and trailing commas, as Deno accepts it. */
export function jsonc(text: string | undefined): Data {
  // One character more than allowed, so that `read` still refuses a text that is too long.
  const withoutComments = text
    ?.slice(0, MAX_LENGTH + 1)
    .replace(/("(?:[^"\\]|\\.)*")|\/\/[^\n]*|\/\*[\s\S]*?\*\//g, (_, string) => string ?? ' ');
  const plain = withoutComments?.replace(/("(?:[^"\\]|\\.)*")|,(?=\s*[}\]])/g, (_, string) => string ?? '');
  return read(plain, JSON.parse);
}

/** Parses TOML. */
export function toml(text: string | undefined): Data {
  // The parser is recursive, so deep nesting is refused.
  return text !== undefined && /[[{]{200}/.test(text.replace(/[^[\]{}]/g, '')) ? {} : read(text, parseToml);
}

/** Parses YAML. Refuses deep nesting and many aliases, which would expand to huge documents. */
export function yaml(text: string | undefined): Data {
  return text === undefined || text.length > MAX_LENGTH || isTooDeep(text)
    ? {}
    : read(text, (source) => parseYaml(source, { maxAliasCount: 50 }));
}

function read(text: string | undefined, parse: (text: string) => unknown): Data {
  if (text === undefined || text.length > MAX_LENGTH) return {};
  try {
    return record(parse(text));
  } catch {
    return {};
  }
}

/** The value if it is an object, else an empty object. */
export function record(value: unknown): Data {
  return isRecord(value) ? value : {};
}

const isRecord = (value: unknown): value is Data =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The strings of a list; empty if the value is no list. */
export function strings(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((each) => typeof each === 'string') : [];
}

/** The entries of an object whose values are strings. */
export function texts(value: unknown): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(record(value)).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
}

/** The value if it is a string. */
export function string(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

const PARSERS: Readonly<Record<string, (text: string) => unknown>> = {
  'package.json': JSON.parse,
  'pyproject.toml': parseToml,
  'Cargo.toml': parseToml,
};

/** The manifests that cannot be parsed, in the root folders of packages. */
export function unreadIn(tree: Tree): readonly string[] {
  return Object.keys(PARSERS).flatMap((name) =>
    rootFolders(tree.files, (each) => each === name)
      .map((home) => inFolder(home, name))
      .filter((file) => isUnread(file, tree.text(file))),
  );
}

/** Whether a manifest cannot be parsed; one that is too long is not parsed either. */
function isUnread(file: string, text: string | undefined): boolean {
  if (text === undefined) return false;
  if (text.length > MAX_LENGTH) return true;
  try {
    return !isRecord(PARSERS[nameOf(file)]?.(text));
  } catch {
    return true;
  }
}
