/** What happens after the commit: reports, messages, services and timers, each at least once. One process does it. */
import {
  type CenterClient,
  type EngineHost,
  judgeReports,
  type MessageSendRequest,
  type Report,
  type ReportAttempt,
  type ReportJudgement,
  type StoredJob,
} from 'bpmn-transaction-bridge/plugin';
import type { Pool } from 'pg';
import type { Transaction } from './purchase-store.ts';

interface ReportRow {
  readonly seq: string;
  readonly report: string;
  readonly repeat: boolean;
  readonly refused_ids: string;
  readonly refusals: number;
}

/** Refusals of one report after which an operator has to look at it. */
const MAX_REFUSALS = 5;
const POLL_MS = 50;

export function createDelivery(pool: Pool, host: EngineHost<Transaction>, center: CenterClient) {
  let timer: NodeJS.Timeout | undefined;
  let isClosed = false;

  /** The first report of each instance; the others wait for it, also while it is parked. */
  async function sendReports(): Promise<void> {
    const { rows } = await pool.query<ReportRow>(
      `select * from approval_reports r where state = 'pending' and seq = (
         select min(seq) from approval_reports first where first.instance_id = r.instance_id and state <> 'unconfirmed'
       ) order by seq limit 50`,
    );
    for (const row of rows) {
      // If the process dies before the answer is stored, the report is a repeat.
      await pool.query('update approval_reports set repeat = true where seq = $1', [row.seq]);
      const report: Report = JSON.parse(row.report);
      const attempt: ReportAttempt = { report, repeat: row.repeat, refusedIds: JSON.parse(row.refused_ids) };
      const [judged] = judgeReports([attempt], await center.handleTasks([report.item]));
      if (judged === undefined || judged.outcome === 'delivered') {
        await pool.query('delete from approval_reports where seq = $1', [row.seq]);
      } else {
        await keep(row, judged);
      }
    }
  }

  async function keep(row: ReportRow, judged: Exclude<ReportJudgement, { outcome: 'delivered' }>): Promise<void> {
    const isRefused = judged.outcome === 'retry' && judged.because === 'refused';
    const refusals = row.refusals + (isRefused ? 1 : 0);
    const isParked = judged.outcome === 'park' || refusals >= MAX_REFUSALS;
    const state = judged.outcome === 'unconfirmed' ? 'unconfirmed' : isParked ? 'parked' : 'pending';
    const { repeat, refusedIds } = judged.outcome === 'unconfirmed' ? { repeat: true, refusedIds: [] } : judged;
    if (state !== 'pending') console.error(`A report needs an operator: ${judged.reason}`);
    await pool.query(
      'update approval_reports set repeat = $2, refused_ids = $3, refusals = $4, state = $5, reason = $6 where seq = $1',
      [row.seq, repeat, JSON.stringify(refusedIds), refusals, state, judged.reason],
    );
  }

  async function sendMessages(): Promise<void> {
    const { rows } = await pool.query<{ message: string }>('select message from approval_messages limit 50');
    for (const row of rows) {
      const message: MessageSendRequest = JSON.parse(row.message);
      const sent = await center.sendMessage(message);
      if (sent.kind !== 'failed')
        await pool.query('delete from approval_messages where send_id = $1', [message.sendId]);
    }
  }

  /** The result of a service and the end of its job are one commit: `jobsGone` of the change contains it. */
  async function callServices(): Promise<void> {
    const { rows } = await pool.query<{ job: string }>('select job from approval_jobs limit 50');
    for (const row of rows) {
      const job: StoredJob = JSON.parse(row.job);
      await host.runJob(job).catch((error: unknown) => console.error(`${job.service} will be called again`, error));
    }
  }

  async function wakeDue(): Promise<void> {
    const sql = 'select instance_id from approvals where wake_at <= $1 limit 50';
    const { rows } = await pool.query<{ instance_id: string }>(sql, [Date.now()]);
    for (const { instance_id } of rows) await host.wake(instance_id);
  }

  async function round(): Promise<void> {
    for (const work of [sendReports, callServices, sendMessages, wakeDue]) {
      await work().catch((error: unknown) => console.error('it will be tried again', error));
    }
    if (!isClosed) timer = setTimeout(begin, POLL_MS);
  }

  function begin(): void {
    running = round();
  }

  let running = round();
  return {
    async close() {
      isClosed = true;
      clearTimeout(timer);
      await running;
    },
  };
}
