/** A file for each leave request: written as a whole, so that a killed process leaves the old one or the new one. */
import { mkdir, open, readdir, readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import type { MessageSendRequest, ReportAttempt, Verdict } from 'bpmn-transaction-bridge/plugin';

/** Everything about one request. What belongs together is in one file, so that it is written together. */
export interface LeaveFile {
  /** The snapshot of the plugin. */
  readonly plugin: string;
  /** The state of the engine; null once the request is decided. */
  readonly engine: unknown;
  /** Reports that the center does not have yet, in order. */
  readonly reports: readonly ReportAttempt[];
  /** Messages that were not sent yet. */
  readonly messages: readonly MessageSendRequest[];
  /** Reports that the center refused, and reports of which nobody knows whether it has them: for an operator. */
  readonly troubled: readonly {
    readonly attempt: ReportAttempt;
    readonly outcome: 'park' | 'unconfirmed';
    readonly reason: string;
  }[];
  /** Answers that were given, by the key of the press. */
  readonly answers: Readonly<Record<string, Verdict>>;
}

export async function listFiles(folder: string): Promise<string[]> {
  await mkdir(folder, { recursive: true });
  return (await readdir(folder)).flatMap((name) => (name.endsWith('.json') ? [name.slice(0, -'.json'.length)] : []));
}

export async function readLeave(folder: string, instanceId: string): Promise<LeaveFile> {
  return JSON.parse(await readFile(join(folder, `${instanceId}.json`), 'utf8'));
}

/** Resolves when the file is on the disk under its name. */
export async function writeLeave(folder: string, instanceId: string, content: string): Promise<void> {
  const path = join(folder, `${instanceId}.json`);
  const file = await open(`${path}.new`, 'w');
  try {
    await file.writeFile(content);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(`${path}.new`, path);
  const directory = await open(folder, 'r');
  try {
    await directory.sync();
  } finally {
    await directory.close();
  }
}
