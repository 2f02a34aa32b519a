import { readFile } from 'node:fs/promises';
import { buildASTSchema, type GraphQLSchema, Kind, parse } from 'graphql';
import { extendDocument } from './extend-document.js';
import { newerFields } from './newer-fields.js';

const built = new Map<string, Promise<GraphQLSchema>>();

/** GitHub's schema, with its newer fields; from a file, where a newer one was downloaded. Building takes a while, so it is kept. */
export function loadSchema(file: string | null): Promise<GraphQLSchema> {
  const key = file ?? '';
  const schema = built.get(key) ?? build(file);
  built.set(key, schema);
  return schema;
}

async function build(file: string | null): Promise<GraphQLSchema> {
  const text = file === null ? (await import('@octokit/graphql-schema')).schema.idl : await readFile(file, 'utf8');
  const base = parse(text, { noLocation: true });
  const definitions = extendDocument(base, parse(newerFields, { noLocation: true }));
  return buildASTSchema({ kind: Kind.DOCUMENT, definitions }, { assumeValid: true });
}
