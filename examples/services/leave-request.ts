/** One leave request: its engine in memory, its plugin, and its file. */
import { Engine } from 'bpmn-engine';
import {
  type CallbackCall,
  type CallbackPress,
  type CenterClient,
  createPlugin,
  judgeReports,
  type MessageSendRequest,
  type Plugin,
  type PluginOptions,
  type ReportAttempt,
  type Verdict,
} from 'bpmn-transaction-bridge/plugin';
import { type LeaveFile, readLeave, writeLeave } from './leave-file.ts';

/** What all requests share. */
export interface LeaveCompany {
  readonly folder: string;
  readonly source: string;
  readonly center: CenterClient;
  readonly plugin: Omit<PluginOptions, 'instanceId' | 'initiator' | 'onReports'>;
}

/** A new request. */
export interface LeaveStart {
  readonly instanceId: string;
  readonly initiator: string;
  readonly variables: Record<string, unknown>;
}

const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 60_000;

export class LeaveRequest {
  readonly #company: LeaveCompany;
  readonly #instanceId: string;
  #plugin: Plugin;
  #engine: Engine;
  #reports: ReportAttempt[] = [];
  #messages: MessageSendRequest[] = [];
  #troubled: LeaveFile['troubled'] = [];
  #answers: Record<string, Verdict> = {};
  /** Reports and messages that are on the disk: only these may be sent. */
  #written: ReadonlySet<object> = new Set();
  /** What changes the request, one after the other. */
  #last: Promise<unknown> = Promise.resolve();
  /** Whether there is something that was not written yet. */
  #isChanged = false;
  #isDelivering = false;

  private constructor(company: LeaveCompany, instanceId: string, initiator: string) {
    this.#company = company;
    this.#instanceId = instanceId;
    [this.#plugin, this.#engine] = this.#open(initiator, { source: company.source });
  }

  /** Starts a request. When it resolves, the request is on the disk. */
  static async start(company: LeaveCompany, { instanceId, initiator, variables }: LeaveStart): Promise<LeaveRequest> {
    const request = new LeaveRequest(company, instanceId, initiator);
    await request.#engine.execute({ listener: request.#plugin.listener, variables });
    await request.#plugin.idle();
    await request.#inTurn(() => request.#write());
    return request;
  }

  /** Continues a request after a restart. */
  static async resume(company: LeaveCompany, instanceId: string): Promise<LeaveRequest> {
    const request = new LeaveRequest(company, instanceId, '-');
    await request.#recover();
    return request;
  }

  #open(initiator: string, source: { readonly source?: string }): [Plugin, Engine] {
    const { plugin: shared } = this.#company;
    const plugin = createPlugin({
      ...{ ...shared, instanceId: this.#instanceId, initiator },
      // Called at the end of a step: what it brings is written with the step.
      onReports: (_items, reports) => {
        this.#reports.push(...reports.map((report) => ({ report })));
        this.#writeLater();
      },
      onMessages: (messages) => {
        this.#messages.push(...messages);
        this.#writeLater();
      },
    });
    return [plugin, new Engine({ name: this.#instanceId, ...source, ...plugin.engineOptions })];
  }

  /** Continues from the file, in a new engine. */
  async #recover(): Promise<void> {
    const file = await readLeave(this.#company.folder, this.#instanceId);
    // The last process may have died between sending the first report and writing that it was sent.
    this.#reports = file.reports.map((attempt, index) => (index === 0 ? { ...attempt, repeat: true } : attempt));
    this.#messages = [...file.messages];
    this.#troubled = file.troubled;
    this.#answers = { ...file.answers };
    this.#written = new Set([...this.#reports.map(({ report }) => report), ...this.#messages]);
    [this.#plugin, this.#engine] = this.#open('-', {});
    this.#plugin.recover(file.plugin);
    if (file.engine !== null) {
      this.#engine.recover(file.engine);
      await this.#engine.resume({ listener: this.#plugin.listener });
      await this.#plugin.idle();
    }
    this.#deliver();
  }

  /** The press is answered when its step is on the disk, and a repeat gets the same answer. */
  press(taskId: string, press: CallbackPress, { replayKey }: CallbackCall): Promise<Verdict> {
    return this.#inTurn(async () => {
      const earlier = this.#answers[replayKey];
      if (earlier) return { ...earlier, kind: 'duplicate' };
      const verdict = await this.#plugin.press(taskId, press);
      // The engine may have moved: it goes on from the file, and the press can be repeated.
      if (verdict.kind === 'failed') await this.#recover();
      if (verdict.kind !== 'applied') return verdict;
      this.#answers[replayKey] = verdict;
      await this.#write();
      return verdict;
    });
  }

  answerStatus(taskIds: readonly string[]) {
    return this.#plugin.answerStatus(taskIds);
  }

  #inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    const mine = this.#last.then(work);
    this.#last = mine.catch(() => undefined);
    return mine;
  }

  /** For steps that no press causes: a timer, or the result of a service. */
  #writeLater(): void {
    this.#isChanged = true;
    void this.#inTurn(async () => {
      if (this.#isChanged) await this.#write();
    });
  }

  async #write(): Promise<void> {
    const isOver = this.#plugin.instance?.endedAt !== null;
    const file: LeaveFile = {
      plugin: this.#plugin.snapshot(),
      engine: isOver ? null : this.#engine.execution.getState(),
      ...{ reports: this.#reports, messages: this.#messages, troubled: this.#troubled, answers: this.#answers },
    };
    // Serialized before anything else happens to the request.
    const content = JSON.stringify(file);
    this.#isChanged = false;
    try {
      await writeLeave(this.#company.folder, this.#instanceId, content);
    } catch (error) {
      // The engine is ahead of its file: the next process continues from what is on the disk.
      console.error('A file could not be written; the service stops.', error);
      process.exit(1);
    }
    this.#written = new Set([...file.reports.map(({ report }) => report), ...file.messages]);
    this.#deliver();
  }

  /** Sends what is on the disk: reports one after the other, in order. */
  #deliver(): void {
    if (this.#isDelivering) return;
    this.#isDelivering = true;
    void this.#deliverAll().finally(() => {
      this.#isDelivering = false;
      if (this.#next() !== undefined) this.#deliver();
    });
  }

  /** The first report, or else the first message, that is on the disk. */
  #next(): { readonly attempt: ReportAttempt } | { readonly message: MessageSendRequest } | undefined {
    const [attempt] = this.#reports;
    if (attempt) return this.#written.has(attempt.report) ? { attempt } : undefined;
    const [message] = this.#messages;
    return message && this.#written.has(message) ? { message } : undefined;
  }

  async #deliverAll(): Promise<void> {
    let failures = 0;
    for (let next = this.#next(); next !== undefined; next = this.#next()) {
      const isDone = 'attempt' in next ? await this.#sendReport(next.attempt) : await this.#sendMessage(next.message);
      failures = isDone ? 0 : failures + 1;
      if (isDone) await this.#inTurn(() => this.#write());
      else await pause(Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** failures));
    }
  }

  async #sendReport(attempt: ReportAttempt): Promise<boolean> {
    const [judged] = judgeReports([attempt], await this.#company.center.handleTasks([attempt.report.item]));
    if (judged?.outcome === 'retry') {
      const { repeat, refusedIds } = judged;
      this.#reports[0] = { ...attempt, repeat, refusedIds };
      return false;
    }
    this.#reports.shift();
    if (judged?.outcome === 'park' || judged?.outcome === 'unconfirmed') {
      const { outcome, reason } = judged;
      this.#troubled = [...this.#troubled, { attempt, outcome, reason }];
      console.error(`A report about ${attempt.report.item.previousTaskId} needs an operator: ${judged.reason}`);
    }
    return true;
  }

  async #sendMessage(message: MessageSendRequest): Promise<boolean> {
    const sent = await this.#company.center.sendMessage(message);
    if (sent.kind === 'failed') return false;
    this.#messages.shift();
    if (sent.kind === 'refused') console.error(`The message ${message.sendId} was refused: ${sent.reason}`);
    return true;
  }
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
