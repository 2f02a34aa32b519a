// The registries of pip, uv, Poetry, PDM and Pipenv (Python).

import { parse } from 'smol-toml';
import { allowedHostOf } from '../hosts.js';
import { type Manager, settingsIn } from './project.js';

type Table = Readonly<Record<string, unknown>>;

/** uv, Poetry, PDM and Pipenv: indexes in the project's files. The default index is pip's. */
export const python: Manager = async ({ variable, file, userFile }) => {
  const [project, uvFile, mine, pipfile, lock, pipLock] = await Promise.all([
    file('pyproject.toml'),
    file('uv.toml'),
    userFile('.config/uv/uv.toml'),
    file('Pipfile'),
    file('uv.lock'),
    file('Pipfile.lock'),
  ]);
  const { uv, poetry, pdm } = table(table(read(project).tool));
  return [
    ...[uv, read(uvFile), read(mine)].map(table).flatMap(uvIndexes),
    ...urlsIn(table(poetry).source),
    ...urlsIn(table(pdm).source),
    ...urlsIn(read(pipfile).source),
    ...urlsIn(table(table(parsedJson(pipLock))._meta).sources),
    ...[...(lock ?? '').matchAll(/\bregistry = "([^"]+)"/g)].map(([, url = '']) => url),
    ...(variable('PDM_PYPI_URL', 'PIPENV_PYPI_MIRROR') ?? '').split(/\s+/),
  ].filter(Boolean);
};

function uvIndexes(settings: Table): readonly string[] {
  const pip = table(settings.pip);
  const single = [settings['index-url'], settings['default-index'], pip['index-url']];
  const more = [settings['extra-index-url'], pip['extra-index-url']].flatMap((each) =>
    Array.isArray(each) ? each : [],
  );
  return [...urlsIn(settings.index), ...[...single, ...more].filter((each) => typeof each === 'string')];
}

const urlsIn = (sources: unknown): readonly string[] =>
  (Array.isArray(sources) ? sources : []).flatMap((source) => {
    const { url } = table(source);
    return typeof url === 'string' ? [url] : [];
  });

const table = (value: unknown): Table =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};

function read(text: string | null): Table {
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

/** pip and uv: variables, configuration files and requirements.txt; the default index unless another one replaces it. */
export const pip: Manager = async ({ variable, file, userFile, ask }) => {
  const manifests = await Promise.all(MANIFESTS.map(file));
  if (manifests.every((text) => text === null)) return [];
  const files = await Promise.all([
    userFile(variable('PIP_CONFIG_FILE') ?? '.config/pip/pip.conf'),
    userFile('.pip/pip.conf'),
    userFile('/etc/pip.conf'),
  ]);
  const found = (key: string) => [
    ...files.flatMap((text) => settingsIn(text, new RegExp(`^${key}$`)).flatMap(words)),
    ...[...(manifests[0] ?? '').matchAll(new RegExp(`^\\s*--${key}[\\s=]+(\\S+)`, 'gm'))].map(([, url = '']) => url),
  ];
  const index = [...words(variable('PIP_INDEX_URL', 'UV_DEFAULT_INDEX', 'UV_INDEX_URL')), ...found('index-url')];
  const extra = [
    ...words(variable('PIP_EXTRA_INDEX_URL', 'UV_INDEX', 'UV_EXTRA_INDEX_URL')),
    ...found('extra-index-url'),
  ];
  const [usual = '', contents = ''] = words(await ask('python3', ['-I', '-c', DEFAULTS]));
  const isUsual = index.length === 0 || index.some((url) => allowedHostOf(url)?.host === allowedHostOf(usual)?.host);
  return [...index, ...extra, ...(isUsual ? [usual, contents] : [])];
};

const words = (text: string | null) => (text ?? '').split(/\s+/).filter(Boolean);
