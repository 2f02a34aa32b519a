// Reads session and persona files: first crew's own, then those of the repository's default branch, which replace crew's by name. A file
// that cannot be parsed is reported with its path and skipped. Used by work.ts and by the App's dashboard.
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { ownFile } from '../../files/own-file.js';
import { type Persona, readPersona } from './rules/personas.js';
import { DEFAULT_SESSION, type DefinitionProblem, readSession, type Session } from './rules/session.js';

/** All usable sessions and personas, and the problems of the other files. */
export interface Definitions {
  readonly sessions: readonly Session[];
  readonly personas: readonly Persona[];
  readonly problems: readonly DefinitionProblem[];
}

/** Reads the definitions. `agents`: the repository's own folder of agents. */
export async function readDefinitions(agents: string): Promise<Definitions> {
  const folders = [ownFile('.agent'), agents];
  const problems: DefinitionProblem[] = [];
  const sessions = new Map<string, Session>();
  const personas = new Map<string, Persona>();
  for (const folder of folders) {
    for (const { file, text } of await filesIn(path.join(folder, 'sessions'), /\.ya?ml$/)) {
      const read = readSession(file, text);
      if ('problem' in read) problems.push(read.problem);
      else sessions.set(read.session.name, read.session);
    }
    for (const { file, text } of await filesIn(path.join(folder, 'personas'), /\.md$/)) {
      const read = readPersona(file, text);
      if ('problem' in read) problems.push(read.problem);
      else personas.set(read.persona.name, read.persona);
    }
  }
  const all = sessions.size > 0 ? [...sessions.values()] : [DEFAULT_SESSION];
  return { sessions: all, personas: [...personas.values()], problems };
}

/** At most this many files of a folder are read. */
const MAX_FILES = 100;
/** At most this many characters of a file are read. */
const MAX_CHARACTERS = 100_000;

/** The non-empty files of a folder whose names match; none if there is no folder. */
async function filesIn(folder: string, kind: RegExp): Promise<readonly { file: string; text: string }[]> {
  const names = await readdir(folder).catch(() => []);
  const wanted = names
    .filter((name) => kind.test(name))
    .sort()
    .slice(0, MAX_FILES);
  const read = wanted.map(async (name) => {
    const file = path.join(folder, name);
    const text = await readFile(file, 'utf8').catch(() => '');
    return { file, text: text.slice(0, MAX_CHARACTERS) };
  });
  return (await Promise.all(read)).filter(({ text }) => text !== '');
}
