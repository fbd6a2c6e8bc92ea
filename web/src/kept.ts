/** What the server keeps of talks, for `react/`. */

export * from './io/journals.ts'
export * from './io/recordings.ts'
