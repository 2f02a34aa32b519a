// The version, put in by the build.
declare const CREW_VERSION: string | undefined;

export const version: string = typeof CREW_VERSION === 'string' ? CREW_VERSION : 'unbuilt';
