import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
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
  const { allowedHosts: places } = await registriesOf({
    root: await folderWith(files),
    env: { PATH: '', HOME: await newFolder(), ...env },
  });
  return places.map(({ host, port }) => (port === undefined ? host : `${host}:${port}`)).sort();
}

const PACKAGE = { 'package.json': '{}' };

/** A PATH on which a tool answers: to these arguments, with this text. */
async function pathWith(tool: string, answers: Readonly<Record<string, string>>): Promise<{ readonly PATH: string }> {
  const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;
  const lines = Object.entries(answers).map(
    ([asked, text]) => `[ "$*" = ${quoted(asked)} ] && { printf '%s\\n' ${quoted(text)}; exit; }`,
  );
  const folder = await folderWith({ [tool]: `#!/bin/sh\n${lines.join('\n')}\nexit 1\n` });
  execFileSync('chmod', ['755', path.join(folder, tool)]);
  return { PATH: folder };
}

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
    expect((await registriesOf({ root, env: { PATH: `${root}/bin`, HOME: '/nowhere' } })).allowedHosts).toEqual([]);
  });

  it('yarn: both of its files', async () => {
    const yml =
      'npmRegistryServer: https://yarn.example\nnpmScopes:\n  acme:\n    npmRegistryServer: https://scope.example\n';
    expect(await of({ '.yarnrc.yml': yml })).toEqual(['scope.example', 'yarn.example']);
    expect(await of({ '.yarnrc': 'registry "https://older.example/"\n' })).toEqual(['older.example']);
    expect(await of({ '.yarnrc.yml': '{{{' })).toEqual([]);
  });

  it('yarn: the person’s own files', async () => {
    const HOME = await folderWith({ '.yarnrc.yml': 'npmRegistryServer: https://mine.example\n' });
    expect(await of({ ...PACKAGE, 'yarn.lock': '' }, { HOME })).toEqual(['mine.example']);
  });

  it.each([
    ['of the older generation', { 'config get registry': 'https://older.example' }],
    ['of the newer one', { 'config get npmRegistryServer': 'https://older.example' }],
  ])('yarn: its default as a yarn %s says it', async (_, answers) => {
    const yarn = await pathWith('yarn', answers);
    const manifest = '{ "packageManager": "yarn@4.1.0" }';
    for (const files of [
      { ...PACKAGE, 'yarn.lock': '' },
      { 'package.json': manifest },
      { ...PACKAGE, '.yarnrc.yml': '' },
    ])
      expect(await of(files, yarn)).toEqual(['older.example']);
    const scoped = 'npmScopes:\n  acme:\n    npmRegistryServer: https://scope.example\n';
    expect(await of({ ...PACKAGE, '.yarnrc.yml': scoped }, yarn)).toEqual(['older.example', 'scope.example']);
  });

  it('yarn: not its default where another one stands in its place, or nobody uses yarn', async () => {
    const yarn = await pathWith('yarn', { 'config get registry': 'https://older.example' });
    const named = { ...PACKAGE, 'yarn.lock': '', '.yarnrc.yml': 'npmRegistryServer: https://mine.example\n' };
    expect(await of(named, yarn)).toEqual(['mine.example']);
    expect(await of(PACKAGE, yarn)).toEqual([]);
  });

  it('composer: its repositories, and what it knows itself', async () => {
    const said =
      '[repositories.usual.example.type] composer\n[repositories.usual.example.url] https?://usual.example\n[home] /x';
    const composer = await pathWith('composer', { 'config --global --list --no-interaction': said });
    const repositories = [
      { type: 'composer', url: 'https://a.example' },
      { type: 'vcs', url: 'https://code.example/x' },
      { 'usual.example': false },
    ];
    expect(await of({ 'composer.json': JSON.stringify({ repositories }) }, composer)).toEqual([
      'a.example',
      'usual.example',
    ]);
    const named = { x: { type: 'composer', url: 'https://b.example' } };
    expect(await of({ 'composer.json': JSON.stringify({ repositories: named }) })).toEqual(['b.example']);
    expect(await of({ 'composer.json': '{{' })).toEqual([]);
  });

  it('maven: repositories, mirrors and its wrapper; not where packages go', async () => {
    const pom = `<project xmlns="http://maven.example/POM/4.0.0"><url>https://home.example</url>
      <repositories><repository><id>a</id><url> https://a.example/m2 </url></repository></repositories>
      <pluginRepositories><pluginRepository><url>https://b.example/</url></pluginRepository></pluginRepositories>
      <distributionManagement><repository><url>https://upload.example</url></repository></distributionManagement>
      <!-- <repository><url>https://comment.example</url></repository> --></project>`;
    const HOME = await folderWith({
      '.m2/settings.xml': '<settings><mirrors><mirror><url>https://mirror.example</url></mirror></mirrors></settings>',
    });
    const wrapper = 'distributionUrl=https://wrapper.example/maven.zip\n';
    expect(await of({ 'pom.xml': pom, '.mvn/wrapper/maven-wrapper.properties': wrapper }, { HOME })).toEqual([
      'a.example',
      'b.example',
      'mirror.example',
      'wrapper.example',
    ]);
    expect(await of({ 'pom.xml': '<project><repositories><repository><url>https://a.example</' })).toEqual([]);
  });

  it('gradle: what its scripts say in plain words, and its wrapper', async () => {
    const groovy = `repositories {\n  mavenCentral()\n  maven { url 'https://a.example/m2' }\n  maven { url = uri("https://b.example") }
  // url 'https://comment.example'\n  maven { url "https://$host/x" } }\ndef page = 'https://page.example'`;
    const kotlin = 'dependencyResolutionManagement { repositories { maven("https://c.example") } }';
    const wrapper = 'distributionUrl=https\\://d.example/gradle.zip\n';
    const files = { 'build.gradle': groovy, 'settings.gradle.kts': kotlin };
    expect(await of({ ...files, 'gradle/wrapper/gradle-wrapper.properties': wrapper })).toEqual([
      'a.example',
      'b.example',
      'c.example',
      'd.example',
    ]);
  });

  it('nuget: the sources of its file, and those that the tool lists as enabled', async () => {
    const dotnet = await pathWith('dotnet', {
      'nuget list source --format short':
        'E https://usual.example/v3/index.json\nD https://off.example\nEM https://all.example\nE /a/folder',
    });
    const config =
      '<configuration><packageSources><clear /><add key="a" value="https://a.example/v3" /></packageSources><config><add key="x" value="https://x.example" /></config></configuration>';
    expect(await of({ 'x.csproj': '', 'NuGet.Config': config }, dotnet)).toEqual([
      'a.example',
      'all.example',
      'usual.example',
    ]);
    expect(await of({ 'a.cs': '' }, dotnet)).toEqual([]);
  });

  it('names those that nobody can ask for their usual registry', async () => {
    const of = async (files: Files) =>
      (await registriesOf({ root: await folderWith(files), env: { PATH: '', HOME: '/nowhere' } })).unknownDefaults;
    const files = { 'pom.xml': '', 'build.gradle.kts': '', 'Cargo.toml': '', 'deno.json': '' };
    expect(await of(files)).toEqual(['Cargo', 'Deno', 'Gradle', 'Maven']);
    expect(await of(PACKAGE)).toEqual([]);
    const page = readFileSync(path.resolve(import.meta.dirname, '../../../docs/guard.md'), 'utf8');
    const told = [...page.matchAll(/^\| (\w+) \|.*\| \*\*add it to `sandbox\.hosts`\*\* \|$/gm)].map(
      ([, name]) => name,
    );
    expect(told.sort()).toEqual(['Cargo', 'Deno', 'Gradle', 'Maven']);
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
    writeFileSync(
      path.join(root, 'NuGet.Config'),
      '<packageSources><add value="https://evil.example"/></packageSources>',
    );
    const env = { PATH: '/usr/bin:/bin', HOME: '/nowhere', npm_config_registry: 'https://committed.example/' };
    expect((await registriesOf({ root, env })).allowedHosts).toEqual([{ host: 'committed.example' }]);
  });
});
