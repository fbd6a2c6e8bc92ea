/** Projects of the Studio by REST: docs/reference/rest.md. */

import { type InferOutput, array, boolean, fallback, number, object, record, string } from 'valibot'
import type { Files, Project, Version, Writer } from '../../core/studio/shapes.ts'
import { ask, json, tell } from '../rest.ts'

const PROJECT = object({ id: string(), name: string(), made_at: fallback(string(), ''), version: fallback(number(), 0), tools: fallback(array(string()), []) })
const PROJECTS = object({ projects: array(PROJECT) })
const FILES = object({ version: number(), files: record(string(), string()) })
const VERSIONS = object({ versions: array(object({ number: number(), made_at: fallback(string(), ''), about: fallback(string(), ''), by: fallback(string(), '') })) })
const DIFF = object({ files: array(object({ path: string(), change: fallback(string(), 'changed'), diff: string() })) })
const JOB = object({ number: number() })
const PREVIEW = object({ url: string(), version: number() })
const WRITERS = object({ engines: array(object({ kind: string(), ready: boolean(), lacks: fallback(string(), '') })) })

type Shown = InferOutput<typeof FILES>

const ALL = '/api/studio/projects'
const at = (project: string, ...more: readonly (string | number)[]): string => [ALL, project, ...more].map((one, n) => (n ? encodeURIComponent(one) : one)).join('/')

export const projects = async (signal: AbortSignal): Promise<readonly Project[]> => (await ask(PROJECTS, ALL, { signal })).projects

export const make = (name: string): Promise<Project> => ask(PROJECT, ALL, json('POST', { name }))

export const rename = (project: string, name: string): Promise<Project> => ask(PROJECT, at(project), json('PATCH', { name }))

export const remove = (project: string): Promise<void> => tell(at(project), { method: 'DELETE' })

/** The files of the version that counts. */
export const files = (project: string, signal: AbortSignal): Promise<{ readonly version: Shown['version']; readonly files: Files }> => ask(FILES, at(project, 'files'), { signal })

export const versions = async (project: string, signal: AbortSignal): Promise<readonly Version[]> => (await ask(VERSIONS, at(project, 'versions'), { signal })).versions

/** Another version counts from now on. */
export const show = (project: string, number: number): Promise<Project> => ask(PROJECT, at(project, 'show'), json('POST', { number }))

/** As `diff -u` writes it, one file behind the other. */
export const diff = async (project: string, from: number, to: number, signal: AbortSignal): Promise<string> =>
  (await ask(DIFF, `${at(project, 'diff')}?from=${from}&to=${to}`, { signal })).files.map((one) => one.diff.trimEnd()).join('\n')

export const setTools = (project: string, tools: readonly string[]): Promise<Project> => ask(PROJECT, at(project, 'tools'), json('PUT', { tools }))

/** Order the workshop to make or change it. Gives the number of the job. */
export const order = async (project: string, prompt: string): Promise<number> => (await ask(JOB, at(project, 'jobs'), json('POST', { prompt }))).number

export const cancel = (project: string, job: number): Promise<void> => tell(at(project, 'jobs', job), { method: 'DELETE' })

/** Tell what went wrong in a version when it was run. */
export const report = (project: string, version: number, lines: readonly string[]): Promise<void> => tell(at(project, 'trouble'), json('POST', { version, lines }))

/** Where the version that counts runs: at an origin of its own. */
export const previewOf = (project: string, signal: AbortSignal): Promise<InferOutput<typeof PREVIEW>> => ask(PREVIEW, at(project, 'preview'), { signal })

export const zipOf = (project: string): string => at(project, 'zip')

/** The same app with a build: a project of Vite. */
export const viteOf = (project: string): string => `${zipOf(project)}?form=vite`

export const newsOf = (project: string): string => at(project, 'news')

/** A project from a ZIP. */
export const take = (file: File): Promise<Project> =>
  ask(PROJECT, `${ALL}/import?name=${encodeURIComponent(file.name.replace(/\.zip$/i, ''))}`, { method: 'POST', headers: { 'content-type': 'application/zip' }, body: file })

export const writers = async (signal: AbortSignal): Promise<readonly Writer[]> => (await ask(WRITERS, '/api/studio/engines', { signal })).engines
