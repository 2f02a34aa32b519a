// Mounts for the system's programs and libraries, and for the files of /etc that programs need. Used by the pool and by tools.ts.

import { existsSync, lstatSync, readdirSync, readlinkSync } from 'node:fs';
import { cp, mkdir } from 'node:fs/promises';
import path from 'node:path';
import { type Mount, mountReadOnly } from './mount.js';

/** Folders of system programs and libraries. */
export const SYSTEM_FOLDERS = [
  '/usr',
  '/bin',
  '/sbin',
  '/lib',
  '/lib32',
  '/lib64',
  '/libx32',
  '/opt',
  '/nix/store',
] as const;

/** Files of /etc that programs need. Others may hold secrets (gitconfig, npmrc, pip.conf, shadow, keys). */
const COPIED = [
  'bash.bashrc',
  'ca-certificates',
  'chromium',
  'chromium.d',
  'debian_version',
  'dotnet',
  'group',
  'hosts',
  'inputrc',
  'ld.so.cache',
  'ld.so.conf',
  'ld.so.conf.d',
  'localtime',
  'magic',
  'maven/logging',
  'maven/m2.conf',
  'mime.types',
  'nsswitch.conf',
  'os-release',
  'perl',
  'php',
  'passwd',
  'protocols',
  'python3',
  'services',
  'ssl/openssl.cnf',
  'terminfo',
  'timezone',
];
/** Configuration of versioned runtimes. */
const RUNTIMES = /^(?:java-\d+-\w+|python\d[\d.]*|ruby\d*|ImageMagick-\d+)$/;
/** Large folders: mounted, since copying them for every sandbox would be slow. */
const MOUNTED = ['alternatives', 'fonts', 'pki/tls/certs', 'pki/ca-trust/extracted', 'ssl/certs'];

/** Read-only mounts of the system. Each mount adds 0.2 ms to every command, so small files are copied into one folder. */
export async function systemView(etc: string): Promise<readonly Mount[]> {
  const runtimes = readdirSync('/etc').filter((name) => RUNTIMES.test(name));
  const copied = [...COPIED, ...runtimes].filter((name) => existsSync(path.join('/etc', name)));
  const mounted = MOUNTED.filter((name) => existsSync(path.join('/etc', name)));
  for (const name of copied) await cp(path.join('/etc', name), path.join(etc, name), COPY_OPTIONS);
  for (const name of mounted) await mkdir(path.join(etc, name), { recursive: true });
  return [
    ...SYSTEM_FOLDERS.filter(existsSync).map(linkOrFolder),
    { kind: 'read', from: etc, at: '/etc' },
    ...mounted.map((name) => mountReadOnly(path.join('/etc', name))),
  ];
}

const COPY_OPTIONS = { recursive: true, verbatimSymlinks: true } as const;

/** `/bin` is usually a link to `/usr/bin`. */
function linkOrFolder(at: string): Mount {
  return lstatSync(at).isSymbolicLink() ? { kind: 'link', to: readlinkSync(at), at } : mountReadOnly(at);
}
