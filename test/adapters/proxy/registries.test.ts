import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { registriesOf } from '../../../src/adapters/proxy/registries/index.js';
import { newFolder } from '../../build/folder.js';

type Files = Readonly<Record<string, string>>;

async function folderWith(files: Files): Promise<string> {
  const root = await newFolder();
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(root, name)), { recursive: true });
    writeFileSync(path.join(root, name), text);
  }
  return root;
}

/** Of a project's files, with nothing of this machine in the way. */
async function of(files: Files, env: Readonly<Record<string, string>> = {}): Promise<readonly string[]> {
  const places = await registriesOf({
    root: await folderWith(files),
    env: { PATH: '', HOME: await newFolder(), ...env },
  });
  return places.map(({ host, port }) => (port === undefined ? host : `${host}:${port}`)).sort();
}

const PACKAGE = { 'package.json': '{}' };

describe('the registries of a project', () => {
  it('are none where there is no package manager', async () => {
    expect(await of({ '.npmrc': 'registry=https://npm.example/' })).toEqual([]);
  });

  it('npm: its file, its scopes, its variable', async () => {
    const npmrc =
      '# registry=https://comment.example\nregistry = "https://npm.example/path/"\n@acme:registry=https://acme.example\n//npm.example/:_authToken=secret\n';
    expect(await of({ ...PACKAGE, '.npmrc': npmrc })).toEqual(['acme.example', 'npm.example']);
    expect(await of(PACKAGE, { NPM_CONFIG_REGISTRY: 'http://localhost:4873/' })).toEqual(['localhost:4873']);
  });

  it('npm: the person’s own file', async () => {
    const home = await folderWith({ '.npmrc': 'registry=https://mine.example/' });
    expect(await of(PACKAGE, { HOME: home })).toEqual(['mine.example']);
  });

  it('npm: what npm itself says, where no file does', async () => {
    const tools = await folderWith({
      npm: '#!/bin/sh\n[ "$*" = "config get registry" ] && echo https://default.example/\n',
    });
    execFileSync('chmod', ['755', path.join(tools, 'npm')]);
    expect(await of(PACKAGE, { PATH: `${tools}:/usr/bin:/bin` })).toEqual(['default.example']);
  });

  it('asks no tool that lies in the project', async () => {
    const root = await folderWith({ ...PACKAGE, 'bin/npm': '#!/bin/sh\necho https://evil.example/\n' });
    execFileSync('chmod', ['755', path.join(root, 'bin/npm')]);
    expect(await registriesOf({ root, env: { PATH: `${root}/bin`, HOME: '/nowhere' } })).toEqual([]);
  });

  it('yarn: both of its files', async () => {
    const yml =
      'npmRegistryServer: https://yarn.example\nnpmScopes:\n  acme:\n    npmRegistryServer: https://scope.example\n';
    expect(await of({ '.yarnrc.yml': yml })).toEqual(['scope.example', 'yarn.example']);
    expect(await of({ '.yarnrc': 'registry "https://older.example/"\n' })).toEqual(['older.example']);
    expect(await of({ '.yarnrc.yml': '{{{' })).toEqual([]);
  });

  it('pip: variables, its file, its requirements', async () => {
    const requirements = '--extra-index-url https://wheels.example/simple\nleft-pad==1\n';
    expect(await of({ 'requirements.txt': requirements })).toEqual(['wheels.example']);
    expect(await of({ 'setup.py': '' }, { PIP_INDEX_URL: 'https://a.example/simple' })).toEqual(['a.example']);
    const home = await folderWith({
      '.config/pip/pip.conf': '[global]\nindex-url = https://u:p@conf.example/simple\n',
    });
    expect(await of({ 'pyproject.toml': '' }, { HOME: home })).toEqual(['conf.example']);
  });

  it('pip: its default as pip itself says it, unless another index stands in its place', async () => {
    const python = '#!/bin/sh\necho https://default.example/simple\necho https://files.example\n';
    const tools = await folderWith({ python3: python });
    execFileSync('chmod', ['755', path.join(tools, 'python3')]);
    const env = { PATH: `${tools}:/usr/bin:/bin` };
    const files = { 'requirements.txt': '--extra-index-url=https://more.example\n' };
    expect(await of(files, env)).toEqual(['default.example', 'files.example', 'more.example']);
    expect(await of(files, { ...env, PIP_INDEX_URL: 'https://mine.example' })).toEqual([
      'mine.example',
      'more.example',
    ]);
    const named = { ...env, PIP_INDEX_URL: 'https://default.example/simple' };
    expect(await of({ 'setup.py': '' }, named)).toEqual(['default.example', 'files.example']);
  });

  it('go: every address of GOPROXY', async () => {
    expect(await of({ 'go.mod': '' }, { GOPROXY: 'https://a.example|https://b.example:8443,direct' })).toEqual([
      'a.example',
      'b.example:8443',
    ]);
  });

  it('cargo: registries and replaced sources', async () => {
    const config =
      '[registries.acme]\nindex = "sparse+https://crates.example/index/"\n[source.mirror]\nregistry = "https://mirror.example"\n';
    expect(await of({ 'Cargo.toml': '', '.cargo/config.toml': config })).toEqual(['crates.example', 'mirror.example']);
    expect(await of({ 'Cargo.toml': '', '.cargo/config.toml': '[[[' })).toEqual([]);
  });

  it('bundler: the sources of a Gemfile', async () => {
    expect(await of({ Gemfile: "source 'https://gems.example'\ngem 'a'\n" })).toEqual(['gems.example']);
  });

  it('are those of the commit: what an agent wrote into the tree opens nothing', async () => {
    const root = await folderWith({ ...PACKAGE, '.npmrc': 'registry=https://committed.example/' });
    const git = (...args: string[]) => execFileSync('git', args, { cwd: root });
    git('init', '-q');
    git('add', '.');
    git('-c', 'user.name=t', '-c', 'user.email=t@example.org', 'commit', '-qm', 'first');
    writeFileSync(path.join(root, '.npmrc'), 'registry=https://evil.example/');
    writeFileSync(path.join(root, 'Gemfile'), "source 'https://evil.example'");
    const env = { PATH: '/usr/bin:/bin', HOME: '/nowhere', npm_config_registry: 'https://committed.example/' };
    expect(await registriesOf({ root, env })).toEqual([{ host: 'committed.example' }]);
  });
});
