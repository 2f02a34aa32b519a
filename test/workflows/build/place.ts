// A project in folders that are gone when the tests of a file are over.
import { realpathSync } from 'node:fs';
import path from 'node:path';
import { newFolder } from '../../build/folder.js';
import { type Project, projectIn } from './at-work.js';

export async function project(files: Readonly<Record<string, string>> = {}): Promise<Project> {
  return projectIn(realpathSync(await newFolder()), path.join(await newFolder(), 'home'), files);
}
