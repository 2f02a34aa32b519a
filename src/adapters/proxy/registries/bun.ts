import { parse } from 'smol-toml';
import type { Manager } from './project.js';

/** Bun: `[install]` in bunfig.toml, the registry and the registries of scopes. The default is npm's. */
export const bun: Manager = async ({ file, own }) => {
  const texts = await Promise.all([file('bunfig.toml'), own('.bunfig.toml')]);
  return texts.flatMap((text) => {
    const { registry, scopes } = installOf(text);
    return [registry, ...Object.values(typeof scopes === 'object' && scopes !== null ? { ...scopes } : {})].flatMap(
      urlOf,
    );
  });
};

function installOf(text: string | null): Readonly<Record<string, unknown>> {
  try {
    const { install } = parse(text ?? '');
    return typeof install === 'object' && install !== null ? { ...install } : {};
  } catch {
    return {}; // Bun reports an invalid file itself.
  }
}

/** A URL, or a table with one. */
function urlOf(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  const url = typeof value === 'object' && value !== null && 'url' in value ? value.url : undefined;
  return typeof url === 'string' ? [url] : [];
}
