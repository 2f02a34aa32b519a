// The last look, kept in the repository itself: `observation.json` at `refs/crew/field`.
import type { Observation } from '../../../observation.js';
import type { Observations, Refs } from '../../../ports.js';

const REF = 'crew/field';
const FILE = 'observation.json';
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
      const text = JSON.stringify(redacted(publishable(observation), redact));
      return refs.write(REF, { file: FILE, text, at, message: 'crew: field' });
    },
  };
}

/**
 * What may lie in a ref of a public repository: nothing that private ones said. Such a board is read whole each time,
 * since what was left out here is not known to the next look.
 */
function publishable(observation: Observation): Observation {
  const { field } = observation;
  const isOpen = (repo: string) => field.repos.some((each) => each.repo === repo && !each.private);
  const isOurs = ({ ref }: { readonly ref: string }) => isOpen(ref.slice(0, ref.indexOf('#')));
  if (!isOpen(field.repo) || field.repos.every(({ repo }) => isOpen(repo))) return observation;
  const { trail: _, ...shown } = field;
  return {
    ...observation,
    field: {
      ...shown,
      repos: field.repos.filter(({ repo }) => isOpen(repo)),
      issues: field.issues.filter(isOurs),
      pulls: field.pulls.filter(isOurs),
      commits: field.commits.filter(({ repo }) => isOpen(repo)),
      branches: field.branches.filter(({ repo }) => isOpen(repo)),
    },
  };
}

function parse(text: string): { readonly observation: Observation | null; readonly why: string | null } {
  try {
    const value: unknown = JSON.parse(text);
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

function redacted(value: unknown, redact: (text: string) => string): unknown {
  if (typeof value === 'string') return value.length < SHORT ? value : redact(value);
  if (Array.isArray(value)) return value.map((each) => redacted(each, redact));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => [key.length < SHORT ? key : redact(key), redacted(each, redact)]),
  );
}
