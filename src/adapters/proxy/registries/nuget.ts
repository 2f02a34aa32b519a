// The package sources of NuGet (.NET).

import { elementsIn, type RegistryReader } from './project.js';

const PROJECT_FILES =
  /\.(?:sln|slnx|csproj|fsproj|vbproj)$|^(?:nuget\.config|directory\.packages\.props|packages\.config)$/i;

/** NuGet: the sources of NuGet.config and of `dotnet nuget list source`, which includes user files and the default. */
export const nuget: RegistryReader = async ({ file, names, runTool }) => {
  if (!names.some((name) => PROJECT_FILES.test(name))) return [];
  const configs = await Promise.all(names.filter((name) => name.toLowerCase() === 'nuget.config').map(file));
  const sources = configs.flatMap(elementsIn).filter(({ path }) => path.slice(-2).join('/') === 'packageSources/add');
  const listed = (await runTool('dotnet', ['nuget', 'list', 'source', '--format', 'short'])) ?? '';
  // `E https://…` is an enabled source, `D` a disabled one.
  return [
    ...sources.map(({ attributes }) => attributes.value ?? ''),
    ...[...listed.matchAll(/^E\w*\s+(\S+)/gm)].map(([, url = '']) => url),
  ];
};
