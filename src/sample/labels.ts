/** The labels of the sample project, each with what it is for. */
export const labels = [
  { name: 'bug', color: 'd73a4a', description: 'Something is not as it is promised' },
  { name: 'enhancement', color: '1d8f86', description: 'Something that is not there yet' },
  { name: 'documentation', color: '2a6fdb', description: 'Words, not code' },
  { name: 'question', color: '9b5de5', description: 'Needs an answer before it needs work' },
  { name: 'help wanted', color: '0f8a3c', description: 'Nobody minds if you take it' },
  { name: 'good first issue', color: '7a5af5', description: 'Small, and a good way to get to know the place' },
  { name: 'planning', color: 'c98a12', description: 'About what comes next' },
  { name: 'dependencies', color: '0366d6', description: 'What others made, and made anew' },
  { name: 'P1', color: 'e36209', description: 'Before everything else' },
  { name: 'blocked', color: '8a8f98', description: 'Waits for something outside of this project' },
] as const;
