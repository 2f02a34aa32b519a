// The registries of pip, uv, Poetry, PDM and Pipenv (Python).

import { parse } from 'smol-toml';
import { allowedHostOf } from '../hosts.js';
import { type RegistryReader, settingsIn } from './project.js';

type Table = Readonly<Record<string, unknown>>;

/** uv, Poetry, PDM and Pipenv: indexes in the project's files. The default index is pip's. */
export const python: RegistryReader = async ({ variable, file, userFile }) => {
  const [project, uvFile, userUvFile, pipfile, uvLock, pipLock] = await Promise.all([
    file('pyproject.toml'),
    file('uv.toml'),
    userFile('.config/uv/uv.toml'),
    file('Pipfile'),
    file('uv.lock'),
    file('Pipfile.lock'),
  ]);
  const { uv, poetry, pdm } = tableOf(tableOf(tomlIn(project).tool));
  return [
    ...[uv, tomlIn(uvFile), tomlIn(userUvFile)].map(tableOf).flatMap(uvIndexes),
    ...urlsIn(tableOf(poetry).source),
    ...urlsIn(tableOf(pdm).source),
    ...urlsIn(tomlIn(pipfile).source),
    ...urlsIn(tableOf(tableOf(parsedJson(pipLock))._meta).sources),
    ...[...(uvLock ?? '').matchAll(/\bregistry = "([^"]+)"/g)].map(([, url = '']) => url),
    ...(variable('PDM_PYPI_URL', 'PIPENV_PYPI_MIRROR') ?? '').split(/\s+/),
  ].filter(Boolean);
};

function uvIndexes(settings: Table): readonly string[] {
  const pip = tableOf(settings.pip);
  const single = [settings['index-url'], settings['default-index'], pip['index-url']];
  const more = [settings['extra-index-url'], pip['extra-index-url']].flatMap((each) =>
    Array.isArray(each) ? each : [],
  );
  return [...urlsIn(settings.index), ...[...single, ...more].filter((each) => typeof each === 'string')];
}

const urlsIn = (sources: unknown): readonly string[] =>
  (Array.isArray(sources) ? sources : []).flatMap((source) => {
    const { url } = tableOf(source);
    return typeof url === 'string' ? [url] : [];
  });

const tableOf = (value: unknown): Table =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};

function tomlIn(text: string | null): Table {
  try {
    return parse(text ?? '');
  } catch {
    return {}; // the package manager reports an invalid file itself
  }
}

function parsedJson(text: string | null): unknown {
  try {
    return JSON.parse(text ?? '{}');
  } catch {
    return {};
  }
}

const MANIFESTS = ['requirements.txt', 'pyproject.toml', 'setup.py', 'setup.cfg', 'Pipfile'];

/** Prints pip's default index and the host of its files from pip's source. */
const DEFAULTS = [
  'from pip._internal.models.index import PyPI',
  'print(PyPI.simple_url)',
  "print('https://' + PyPI.file_storage_domain)",
].join('\n');

/** pip and uv: variables, configuration files and requirements.txt; also the default index, unless another one replaces it. */
export const pip: RegistryReader = async ({ variable, file, userFile, runTool }) => {
  const manifests = await Promise.all(MANIFESTS.map(file));
  if (manifests.every((text) => text === null)) return [];
  const files = await Promise.all([
    userFile(variable('PIP_CONFIG_FILE') ?? '.config/pip/pip.conf'),
    userFile('.pip/pip.conf'),
    userFile('/etc/pip.conf'),
  ]);
  const valuesOf = (key: string) => [
    ...files.flatMap((text) => settingsIn(text, new RegExp(`^${key}$`)).flatMap(words)),
    ...[...(manifests[0] ?? '').matchAll(new RegExp(`^\\s*--${key}[\\s=]+(\\S+)`, 'gm'))].map(([, url = '']) => url),
  ];
  const index = [...words(variable('PIP_INDEX_URL', 'UV_DEFAULT_INDEX', 'UV_INDEX_URL')), ...valuesOf('index-url')];
  const extra = [
    ...words(variable('PIP_EXTRA_INDEX_URL', 'UV_INDEX', 'UV_EXTRA_INDEX_URL')),
    ...valuesOf('extra-index-url'),
  ];
  const [defaultIndex = '', fileHost = ''] = words(await runTool('python3', ['-I', '-c', DEFAULTS]));
  const usesDefault =
    index.length === 0 || index.some((url) => allowedHostOf(url)?.host === allowedHostOf(defaultIndex)?.host);
  return [...index, ...extra, ...(usesDefault ? [defaultIndex, fileHost] : [])];
};

const words = (text: string | null) => (text ?? '').split(/\s+/).filter(Boolean);
