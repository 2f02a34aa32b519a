// The last look, kept in the repository itself: `observation.json` at `refs/crew/field`.
import { gunzipSync, gzipSync } from 'node:zlib';
import type { Observation } from '../../../observation.js';
import type { Observations, Refs } from '../../../ports.js';
import { repoOf } from './relevance.js';

/** Where it is kept. */
export const OBSERVATION = { ref: 'crew/field', file: 'observation.json' } as const;
const { ref: REF, file: FILE } = OBSERVATION;
const FORMAT = 1;

/** Reads and writes the last look; everybody who may read the repository may read it too, so it is redacted. */
export function observationsIn(refs: Refs, redact: (text: string) => string): Observations {
  return {
    async read() {
      const found = await refs.read(REF, FILE);
      if (!found) return { observation: null, at: null, why: null };
      const read = parse(found.text);
      return { ...read, at: found.at };
    },
    write: (observation, at) => {
      const text = pack(JSON.stringify(publishable(observation), redacting(redact)));
      return refs.write(REF, { file: FILE, text, at, message: 'crew: field' });
    },
  };
}

/**
 * What may lie in a ref of a public repository: nothing that private ones said. Such a board is read whole each time,
 * since what was left out here is not known to the next look.
 */
function publishable(observation: Observation): Observation {
  const { field, texts, issues, quiet } = observation;
  const closed = new Set(field.repos.flatMap((each) => (each.private ? [each.repo] : [])));
  const isSecret = ({ ref, private: hidden }: { readonly ref: string; readonly private?: true | undefined }) =>
    hidden === true || closed.has(repoOf(ref));
  const secrets = new Set([...field.issues, ...field.pulls].filter(isSecret).map(({ ref }) => ref));
  if (closed.has(field.repo) || (secrets.size === 0 && closed.size === 0)) return observation;
  const isOpen = (ref: string) => !secrets.has(ref) && !closed.has(repoOf(ref));
  const open = <T>(record: Readonly<Record<string, T>>): Readonly<Record<string, T>> =>
    Object.fromEntries(Object.entries(record).filter(([ref]) => isOpen(ref)));
  const { trail: _, ...shown } = field;
  return {
    ...observation,
    texts: open(texts),
    issues: open(issues),
    quiet: quiet?.filter(isOpen),
    field: {
      ...shown,
      repos: field.repos.filter(({ repo }) => !closed.has(repo)),
      issues: field.issues.filter(({ ref }) => isOpen(ref)),
      pulls: field.pulls.filter(({ ref }) => isOpen(ref)),
      commits: field.commits.filter(({ repo }) => !closed.has(repo)),
      branches: field.branches.filter(({ repo }) => !closed.has(repo)),
    },
  };
}

/** A look at a large board is packed: it would be in memory four times over on its way out, and in the repository for ever. */
const LARGE = 1_000_000;

const pack = (text: string): string =>
  text.length < LARGE ? text : JSON.stringify({ format: FORMAT, packed: gzipSync(text).toString('base64') });

function unpack(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || !('packed' in value)) return value;
  return JSON.parse(gunzipSync(Buffer.from(String(value.packed), 'base64')).toString());
}

function parse(text: string): { readonly observation: Observation | null; readonly why: string | null } {
  try {
    const value: unknown = unpack(JSON.parse(text));
    if (isObservation(value)) return { observation: value, why: null };
    return { observation: null, why: 'the last look was written in another format, so this one is a first look' };
  } catch {
    return { observation: null, why: 'the last look cannot be read, so this one is a first look' };
  }
}

function isObservation(value: unknown): value is Observation {
  if (typeof value !== 'object' || value === null || !('format' in value) || value.format !== FORMAT) return false;
  const { at, field, issues, texts } = value as Partial<Record<keyof Observation, unknown>>;
  return typeof at === 'string' && [field, issues, texts].every((each) => typeof each === 'object' && each !== null);
}

/** Names and dates are shorter than any secret. */
const SHORT = 8;

/** Redacts while it is written, so that a large board is not held once more for it. */
function redacting(redact: (text: string) => string): (key: string, value: unknown) => unknown {
  const keys = new Map<string, string>();
  const safe = (key: string): string => {
    const known = keys.get(key) ?? (key.length < SHORT ? key : redact(key));
    keys.set(key, known);
    return known;
  };
  return (_, value) => {
    if (typeof value === 'string') return value.length < SHORT ? value : redact(value);
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
    const unsafe = Object.keys(value).some((key) => safe(key) !== key);
    return unsafe ? Object.fromEntries(Object.entries(value).map(([key, each]) => [safe(key), each])) : value;
  };
}
