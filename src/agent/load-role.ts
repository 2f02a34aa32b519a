// Finds roles for the workflows that run agents: crew's own first, then those in the repository's `.agent/`, which never replace crew's.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { ownFile } from '../files/own-file.js';
import { UserError } from '../ports/errors.js';
import { isRole, type Role, type RoleFiles, readRole } from './role.js';

/** Loads a role by name. crew's own folder is searched first, then `folders` in order. */
export function loadRole(name: string, folders: readonly string[] = []): Role {
  return readRole(filesOfRole(name, folders));
}

/**
 * The files of a role as text, so that a run can record them and continue with the same role. Throws a UserError for an unknown name or invalid
 * JSON.
 */
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

/** The files of a role; null if there is none with this name. An agent.json that is no JSON throws only if the role `isRequested`. */
function filesIn(folder: string, name: string, isRequested = false): RoleFiles | null {
  const roleFolder = path.join(folder, name);
  const agent = textOf(path.join(roleFolder, 'agent.json'));
  if (agent === null) return null;
  const problem = jsonProblem(agent);
  if (problem !== undefined && isRequested) throw invalidRole(roleFolder, problem);
  if (problem !== undefined || !isRole(agent)) return null;
  return { path: roleFolder, agent, prompt: textOf(path.join(roleFolder, 'prompt.md')) ?? '' };
}

function jsonProblem(json: string): string | undefined {
  try {
    JSON.parse(json);
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

const invalidRole = (roleFolder: string, problem: string): UserError =>
  new UserError({
    expected: `JSON in ${path.join(roleFolder, 'agent.json')}`,
    found: problem,
    remedy: 'Correct the JSON in that file.',
  });

function textOf(file: string): string | null {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return null;
  }
}
