// Generates the settings tables of docs/configuration.md, and schema/crew.schema.json. No file in src imports it; scripts/write-schema.mjs does.

import * as z from 'zod';
import { schema, sectionNames } from './schema.js';

/** A setting in a table, with its full name, such as `verify.steps[].run`. */
interface Row {
  readonly name: string;
  readonly setting: JsonSchema;
}

/** The reference of all settings as Markdown: a table per section, settings without a section first. */
function reference(schema: JsonSchema): string {
  const rows = children('', schema);
  const sections = rows.filter(({ setting }) => isGroup(setting));
  const alone = rows.filter(({ setting }) => !isGroup(setting));
  return [table(alone), ...sections.map(section)].join('\n\n');
}

function section({ name, setting }: Row): string {
  const group = groupOf(setting);
  return [`### \`${name}\``, group.description ?? '', table(leaves(name, setting))].join('\n\n');
}

function table(rows: readonly Row[]): string {
  const lines = rows.map(({ name, setting }) => {
    const cells = [`\`${name}\``, typeText(setting), defaultText(setting), setting.description ?? ''];
    return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  });
  return ['| setting | takes | default | meaning |', '|---|---|---|---|', ...lines].join('\n');
}

/** All settings inside a group; for a list of groups also the list itself. */
function leaves(name: string, setting: JsonSchema): readonly Row[] {
  return children(name, setting).flatMap((row) => {
    const below = leaves(row.name, row.setting);
    return isGroup(row.setting) ? below : [row, ...below];
  });
}

function children(name: string, setting: JsonSchema): readonly Row[] {
  const group = groupOf(setting);
  const prefix = name === '' ? '' : `${name}.`;
  if (group.type === 'array' && isGroup(itemOf(group))) return children(`${name}[]`, itemOf(group));
  if (typeof group.additionalProperties === 'object') return children(`${prefix}NAME`, group.additionalProperties);
  return Object.entries(group.properties ?? {}).flatMap(([key, property]) =>
    typeof property === 'object' ? [{ name: `${prefix}${key}`, setting: property }] : [],
  );
}

/** The cell of the column `takes`. */
function typeText(setting: JsonSchema): string {
  if (setting.enum !== undefined) return setting.enum.map((value) => `\`${value}\``).join(' or ');
  if (setting.type === 'array')
    return `list of ${isGroup(itemOf(setting)) ? 'steps' : plural(typeText(itemOf(setting)))}`;
  if (setting.type === 'boolean') return '`true` or `false`';
  return setting.title ?? TYPES[String(setting.type)] ?? String(setting.type);
}

const TYPES: Readonly<Record<string, string>> = { integer: 'whole number', string: 'text' };

/** "logins or teams" for "login or team". */
function plural(words: string): string {
  return words.replace(/\w+(?= or |$)/g, (word) => (/(?:ch|s|x)$/.test(word) ? `${word}es` : `${word}s`));
}

/** The cell of the column `default`. */
function defaultText(setting: JsonSchema): string {
  if (setting.default === undefined || setting.default === '') return '';
  if (!Array.isArray(setting.default)) return `\`${setting.default}\``;
  return setting.default.length === 0 ? '`[]`' : setting.default.map((item) => `\`${item}\``).join(', ');
}

/** A section may be null (see `orEmpty`); its schema is then the first of two. */
function groupOf(setting: JsonSchema): JsonSchema {
  const group = setting.anyOf?.[0];
  return typeof group === 'object' ? group : setting;
}

function itemOf(list: JsonSchema): JsonSchema {
  const item = Array.isArray(list.items) ? list.items[0] : list.items;
  return typeof item === 'object' ? item : {};
}

function isGroup(setting: JsonSchema): boolean {
  return groupOf(setting).type === 'object';
}

type JsonSchema = z.core.JSONSchema.JSONSchema;

/** The JSON schema for editors, draft 2020-12. Rules between settings are checked by `readConfig` only. */
export function toJsonSchema(): JsonSchema {
  const { $schema, ...generated } = z.toJSONSchema(schema, { io: 'input' });
  const properties = Object.entries(generated.properties ?? {}).map(([name, property]) => [
    name,
    orEmpty(name, property),
  ]);
  return {
    ...($schema === undefined ? {} : { $schema }),
    title: 'crew',
    description: 'The configuration of crew, .github/crew.yml. Every setting is optional.',
    ...generated,
    properties: Object.fromEntries(properties),
  };
}

/** A section may be null, as in YAML when all its lines are commented out. */
function orEmpty(name: string, property: z.core.JSONSchema._JSONSchema): z.core.JSONSchema._JSONSchema {
  if (typeof property === 'boolean' || !sectionNames.includes(name)) return property;
  const { type: _, default: __, ...section } = property;
  return { anyOf: [{ type: 'object', ...section }, { type: 'null' }], default: {} };
}

/** The marks around the generated tables. */
const opening = '<!-- settings: written by scripts/write-schema.mjs -->';
const closing = '<!-- end of settings -->';

/** The content of schema/crew.schema.json. */
export function schemaText(): string {
  return `${JSON.stringify(toJsonSchema(), null, 2)}\n`;
}

/** The page docs/configuration.md with the current tables between the two marks. */
export function withReference(page: string): string {
  const [before, rest] = page.split(opening);
  const after = rest?.split(closing)[1];
  if (before === undefined || after === undefined)
    throw new Error(`no place for the settings: ${opening} … ${closing}`);
  return `${before}${opening}\n\n${reference(toJsonSchema())}\n\n${closing}${after}`;
}
