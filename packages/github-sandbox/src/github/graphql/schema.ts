// Loads GitHub's GraphQL schema, extended by newer fields. Used by endpoints/graphql.ts.

import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import {
  buildASTSchema,
  type DefinitionNode,
  type DocumentNode,
  type FieldDefinitionNode,
  type GraphQLSchema,
  Kind,
  type ObjectTypeDefinitionNode,
  parse,
} from 'graphql';
import { newerFields } from './newer-fields.js';

const built = new Map<string, Promise<GraphQLSchema>>();

/** GitHub's schema with newer fields, from the package or from a file. Cached, since building it is slow. */
export function loadSchema(file: string | null): Promise<GraphQLSchema> {
  const key = file ?? '';
  const schema = built.get(key) ?? build(file);
  built.set(key, schema);
  return schema;
}

/** Descriptions of types and fields, such as `"""The query root of GitHub."""`. Parsing them takes two thirds of the time; introspection answers without them. */
const BLOCK_STRING = /"""(?:\\"""|.)*?"""/gs;

async function build(file: string | null): Promise<GraphQLSchema> {
  const text = file === null ? await packagedSchema() : await readFile(file, 'utf8');
  const base = parse(text.replace(BLOCK_STRING, ''), { noLocation: true });
  const definitions = extendDocument(base, parse(newerFields, { noLocation: true }));
  return buildASTSchema({ kind: Kind.DOCUMENT, definitions }, { assumeValid: true });
}

/** The text of `@octokit/graphql-schema`. Importing the package would build the schema a second time, which takes a second. */
async function packagedSchema(): Promise<string> {
  const name = '@octokit/graphql-schema';
  for (const folder of createRequire(import.meta.url).resolve.paths(name) ?? []) {
    const text = await readFile(join(folder, name, 'schema.graphql'), 'utf8').catch(() => null);
    if (text !== null) return text;
  }
  throw new Error(`${name} is not installed`);
}

type Named = { readonly name: { readonly value: string } };

/**
 * Adds types, fields, arguments, union members and enum values that the schema does not have yet. Works for older schemas and for those
 * that already contain them.
 */
export function extendDocument(base: DocumentNode, additions: DocumentNode): DefinitionNode[] {
  const known = new Map<string, DefinitionNode>(
    base.definitions.flatMap((one) => ('name' in one && one.name ? [[one.name.value, one] as const] : [])),
  );
  for (const addition of additions.definitions) {
    if (!('name' in addition) || addition.name === undefined) continue;
    const name = addition.name.value;
    const existing = known.get(name);
    if (existing === undefined) known.set(name, addition);
    else known.set(name, merge(existing, addition));
  }
  const unnamed = base.definitions.filter((one) => !('name' in one && one.name));
  return [...unnamed, ...known.values()];
}

function merge(existing: DefinitionNode, addition: DefinitionNode): DefinitionNode {
  if (existing.kind === Kind.OBJECT_TYPE_DEFINITION && addition.kind === Kind.OBJECT_TYPE_EXTENSION) {
    return { ...existing, fields: mergeFields(existing, addition.fields ?? []) };
  }
  if (existing.kind === Kind.UNION_TYPE_DEFINITION && addition.kind === Kind.UNION_TYPE_EXTENSION) {
    return { ...existing, types: union(existing.types ?? [], addition.types ?? []) };
  }
  if (existing.kind === Kind.ENUM_TYPE_DEFINITION && addition.kind === Kind.ENUM_TYPE_EXTENSION) {
    return { ...existing, values: union(existing.values ?? [], addition.values ?? []) };
  }
  return existing;
}

function mergeFields(
  { fields = [] }: ObjectTypeDefinitionNode,
  added: readonly FieldDefinitionNode[],
): FieldDefinitionNode[] {
  const extended = fields.map((field) => {
    const more = added.find(({ name }) => name.value === field.name.value)?.arguments ?? [];
    return { ...field, arguments: union(field.arguments ?? [], more) };
  });
  return union(extended, added);
}

/** All existing items and those added ones whose names are new. */
function union<Node extends Named>(existing: readonly Node[], added: readonly Node[]): Node[] {
  const names = new Set(existing.map(({ name }) => name.value));
  return [...existing, ...added.filter(({ name }) => !names.has(name.value))];
}
