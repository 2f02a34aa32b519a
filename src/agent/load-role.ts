// Finds roles: crew's own first, then those in the repository's `.agent/`, which never replace crew's.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { ownFile } from '../files/own-file.js';
import { UserError } from '../ports/errors.js';
import { isRole, type Role, type RoleFiles, readRole } from './role.js';

/** Loads a role by name. crew's own folder is searched first, then `folders` in order. */
export function loadRole(name: string, folders: readonly string[] = []): Role {
  return readRole(filesOfRole(name, folders));
}

/** The files of a role as text, so that a run can record them and continue with the same role. Throws UserError for an unknown name or invalid JSON. */
export function filesOfRole(name: string, folders: readonly string[] = []): RoleFiles {
  for (const folder of [ownFile('.agent'), ...folders]) {
    const files = /^[a-z][a-z0-9-]*$/.test(name) ? filesIn(folder, name, true) : null;
    if (files) return files;
  }
  throw new UserError({
    expected: 'the name of a role',
    found: name === '' ? 'none' : name,
    remedy: `There are: ${roleNames(folders).join(', ')}.`,
  });
}

/** The names of all roles, sorted. */
export function roleNames(folders: readonly string[] = []): readonly string[] {
  const all = [ownFile('.agent'), ...folders];
  return [...new Set(all.flatMap((folder) => namesIn(folder).filter((name) => filesIn(folder, name) !== null)))].sort();
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => (entry.isDirectory() ? [entry.name] : []));
  } catch {
    return [];
  }
}

/** The files of a role; null if there is none with this name. Throws for an invalid agent.json only if the role was `named`. */
function filesIn(folder: string, name: string, named = false): RoleFiles | null {
  const at = path.join(folder, name);
  const agent = textOf(path.join(at, 'agent.json'));
  if (agent === null) return null;
  const trouble = jsonProblem(agent);
  if (trouble === undefined ? !isRole(agent) : !named) return null;
  if (trouble !== undefined) throw invalidRole(at, trouble);
  return { path: at, agent, prompt: textOf(path.join(at, 'prompt.md')) ?? '' };
}

function jsonProblem(json: string): string | undefined {
  try {
    JSON.parse(json);
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

const invalidRole = (at: string, trouble: string): UserError =>
  new UserError({
    expected: `JSON in ${path.join(at, 'agent.json')}`,
    found: trouble,
    remedy: 'Correct the JSON in that file.',
  });

function textOf(file: string): string | null {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return null;
  }
}
