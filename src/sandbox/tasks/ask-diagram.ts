/** Requests the diagram of a task. Not part of the spec, so neither recorded in the traffic nor subject to faults. */
import { type Agent, request } from 'undici';
import * as z from 'zod';
import type { CenterState } from '../state/center-state.ts';

/** The diagram of the process that a task belongs to, as its business system returns it. */
export interface TaskDiagram {
  /** Id of the process instance. */
  readonly instanceId: string;
  /** Id of the process in the XML. */
  readonly processId: string;
  /** Whether it is running or suspended, or how it ended. */
  readonly status: string;
  /** BPMN 2.0 XML; it may lack the layout (BPMNDI). */
  readonly xml: string;
  /** Ids of nodes, some of which may be missing in the XML: `current` hold a token, `done` were reached before. */
  readonly nodes: { readonly current: readonly string[]; readonly done: readonly string[] };
  /** Ids of the sequence flows that were taken. */
  readonly flows: readonly string[];
  /** When nodes were reached, oldest first; absent if the business system does not say. */
  readonly steps?: readonly TaskDiagramStep[] | undefined;
  /** What was reported to the center, with the reason of each report. */
  readonly reports: readonly DiagramReport[];
}

/** The nodes that one step of the instance reached. */
export interface TaskDiagramStep {
  /** Epoch milliseconds. */
  readonly at: number;
  /** Ids of the nodes, in order. */
  readonly nodes: readonly string[];
}

/** One report of the instance, and its reason. */
export interface DiagramReport {
  /** The task that it handles. */
  readonly previousTaskId: string;
  /** `next`, `none` or `end`. */
  readonly status: string;
  /** Ids of the tasks that it creates. */
  readonly next: readonly string[];
  /** Its state of delivery. */
  readonly state: string;
  /** The reason, in one sentence. */
  readonly reason: string;
  /** Nobody handled the task: an event, an end or others took it away. */
  readonly isUnhandled?: boolean | undefined;
}

/** `none` and `failure` contain a sentence: there is no diagram, or this request for it failed. */
export type DiagramOutcome =
  | { readonly diagram: TaskDiagram }
  | { readonly none: string }
  | { readonly failure: string };

/** More than any real diagram needs. */
const MAX_BYTES = 8 * 1024 * 1024;

const id = z.string().min(1);
const report = z.object({
  ...{ previousTaskId: z.string(), status: z.string(), next: z.array(z.string()), state: z.string() },
  reason: z.string(),
  isUnhandled: z.boolean().optional(),
} satisfies Record<keyof DiagramReport, z.ZodType>);

const step = z.object({ at: z.number(), nodes: z.array(id) } satisfies Record<keyof TaskDiagramStep, z.ZodType>);

const answered = z.object({
  code: z.literal(0),
  data: z.object({
    ...{ instanceId: id, processId: id, status: id, xml: id },
    nodes: z.object({ current: z.array(id), done: z.array(id) }),
    ...{ flows: z.array(id), steps: z.array(step).optional(), reports: z.array(report) },
  } satisfies Record<keyof TaskDiagram, z.ZodType>),
});

/**
 * Never rejects: a failed request or an invalid answer becomes `failure`. Redirects are not followed, and no message
 * contains the address, which may be signed.
 */
export async function askDiagram(
  { center, agent, timeoutMs }: { readonly center: CenterState; readonly agent: Agent; readonly timeoutMs: number },
  taskId: string,
): Promise<DiagramOutcome> {
  const task = center.tasks.get(taskId);
  const url = task && center.diagramUrls.get(task.appId);
  if (url === undefined) return { none: 'the business system has no address for diagrams' };
  try {
    const address = new URL(url);
    address.searchParams.set('taskId', taskId);
    const signal = AbortSignal.timeout(timeoutMs);
    const { statusCode, body } = await request(address, { dispatcher: agent, method: 'GET', signal });
    if (statusCode !== 200) {
      // The body is not needed, so the connection is closed.
      body.on('error', () => undefined).destroy();
      if (statusCode === 404) return { none: 'the business system has no diagram of this task' };
      return { failure: `the business system answered HTTP ${statusCode}` };
    }
    return readDiagram(await readText(body));
  } catch (error) {
    return { failure: describe(error, timeoutMs) };
  }
}

class TooLarge extends Error {}

async function readText(body: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.byteLength;
    // Leaving the loop closes the connection.
    if (bytes > MAX_BYTES) throw new TooLarge();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function readDiagram(text: string): DiagramOutcome {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return { failure: 'the answer of the business system is not JSON' };
  }
  const checked = answered.safeParse(json);
  if (checked.success) return { diagram: checked.data.data };
  const places = [...new Set(checked.error.issues.map(({ path }) => path.join('.') || 'the whole'))].slice(0, 5);
  return { failure: `the answer of the business system is not a diagram: ${places.join(', ')} is invalid` };
}

function describe(error: unknown, timeoutMs: number): string {
  if (error instanceof TooLarge) return `the answer of the business system is larger than ${MAX_BYTES} bytes`;
  const { name = '', code } = error as { name?: string; code?: unknown };
  if (name === 'TimeoutError') return `the business system did not answer within ${timeoutMs} ms`;
  return `the business system could not be reached (${typeof code === 'string' ? code : name})`;
}
