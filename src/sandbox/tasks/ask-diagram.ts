/** Asks a business system for the diagram of a task. Not part of the spec, and so neither in the traffic nor struck by faults. */
import { type Agent, request } from 'undici';
import { z } from 'zod';
import type { Ledger } from '../state/ledger.ts';

/** The diagram of the process that a task belongs to, as its business system tells it. */
export interface TaskDiagram {
  /** The instance of the process. */
  readonly instanceId: string;
  /** The process in the file. */
  readonly processId: string;
  /** Whether it runs, is suspended, or how it ended. */
  readonly status: string;
  /** BPMN 2.0 XML; it may hold no diagram. */
  readonly xml: string;
  /** Ids of nodes, not all of which need be in the XML: those that hold a token, and the others that were reached. */
  readonly nodes: { readonly current: readonly string[]; readonly done: readonly string[] };
  /** Ids of the sequence flows that were taken. */
  readonly flows: readonly string[];
  /** What the center was told, with the reason of each. */
  readonly reports: readonly DiagramReport[];
}

/** One report of the instance, and why it says what it says. */
export interface DiagramReport {
  /** The task it handles. */
  readonly previousTaskId: string;
  /** `next`, `none` or `end`. */
  readonly status: string;
  /** Ids of the tasks it creates. */
  readonly next: readonly string[];
  /** How far it is on its way. */
  readonly state: string;
  /** One sentence for a person. */
  readonly reason: string;
}

/** `none` and `failure` say why, for a person: there is none, or it could not be had this time. */
export type DiagramOutcome =
  | { readonly diagram: TaskDiagram }
  | { readonly none: string }
  | { readonly failure: string };

/** More than any diagram has. */
const MAX_BYTES = 8 * 1024 * 1024;

const id = z.string().min(1);
const report = z.object({
  ...{ previousTaskId: z.string(), status: z.string(), next: z.array(z.string()), state: z.string() },
  reason: z.string(),
} satisfies Record<keyof DiagramReport, z.ZodType>);

const answered = z.object({
  code: z.literal(0),
  data: z.object({
    ...{ instanceId: id, processId: id, status: id, xml: id },
    nodes: z.object({ current: z.array(id), done: z.array(id) }),
    ...{ flows: z.array(id), reports: z.array(report) },
  } satisfies Record<keyof TaskDiagram, z.ZodType>),
});

/**
 * Never rejects: what is wrong with the answer is told as `failure`. Redirects are not followed, and the address, which
 * may be signed, stands in no message.
 */
export async function askDiagram(
  { ledger, agent, timeoutMs }: { readonly ledger: Ledger; readonly agent: Agent; readonly timeoutMs: number },
  taskId: string,
): Promise<DiagramOutcome> {
  const task = ledger.tasks.get(taskId);
  const url = task && ledger.diagramUrls.get(task.appId);
  if (url === undefined) return { none: 'the business system has no address for diagrams' };
  try {
    const address = new URL(url);
    address.searchParams.set('taskId', taskId);
    const signal = AbortSignal.timeout(timeoutMs);
    const { statusCode, body } = await request(address, { dispatcher: agent, method: 'GET', signal });
    if (statusCode !== 200) {
      // Says no more than its end does, so it is not read: the connection goes with it.
      body.on('error', () => undefined).destroy();
      if (statusCode === 404) return { none: 'the business system gives no diagram of this task' };
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
    // To leave the loop ends the connection.
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
  const places = [...new Set(checked.error.issues.map(({ path }) => path.join('.') || 'all of it'))].slice(0, 5);
  return { failure: `the answer of the business system is no diagram: ${places.join(', ')}` };
}

function describe(error: unknown, timeoutMs: number): string {
  if (error instanceof TooLarge) return `the answer of the business system is larger than ${MAX_BYTES} bytes`;
  const { name = '', code } = error as { name?: string; code?: unknown };
  if (name === 'TimeoutError') return `the business system did not answer within ${timeoutMs} ms`;
  return `the business system could not be reached (${typeof code === 'string' ? code : name})`;
}
