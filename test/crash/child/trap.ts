import { writeSync } from 'node:fs';
import { setImmediate as macroTurn } from 'node:timers/promises';
import { AT_RANDOM, type Checkpoint, IDLE, type Landing, type Moment, type Trap } from '../kills/checkpoints.ts';
import { currentWork } from './work.ts';

/** A pipe to the parent: what was written to it before the kill arrives all the same. */
const LANDING_FD = 4;

let trap: Trap | undefined;
let timer: NodeJS.Timeout | undefined;
let letGo: () => void = () => undefined;

/** Sets the trap instead of the one before; without one, none is set any more. */
export function setTrap(next?: Trap): void {
  clearTimeout(timer);
  letGo();
  trap = next;
  if (next) dieAfter(next.latestMs);
}

/** Whether it falls or not, a trap holds no process: one whose bridge was closed is to end by itself. */
function dieAfter(pauseMs: number): void {
  timer = setTimeout(dieAtWork, pauseMs).unref();
}

/** Runs the work, unless the trap is set here: then the process is dead before, during or after it. */
export async function pass<Result>(
  point: string,
  work: () => Promise<Result>,
  { isEmbedded = false } = {},
): Promise<Result> {
  void strike(`before ${point}`);
  const result = work();
  void strikeDuring(point, result, isEmbedded);
  const value = await result;
  await strike(`after ${point}`);
  return value;
}

/** @param isEmbedded it never lets the event loop turn, as an embedded database */
async function strikeDuring(point: string, work: Promise<unknown>, isEmbedded: boolean): Promise<void> {
  const checkpoint: Checkpoint = `during ${point}`;
  const set = trap;
  if (!set?.checkpoints.includes(checkpoint)) return;
  let isOver = false;
  const end = () => {
    isOver = true;
  };
  work.then(end, end);
  for (let turn = 0; turn < set.turns; turn += 1) {
    await (isEmbedded ? undefined : macroTurn());
    if (!isOver) continue;
    if (trap === set) trap = { ...set, turns: Math.floor(turn / 2) };
    return;
  }
  void strike(checkpoint);
}

/** @returns what is to be waited for by who is held here */
function strike(checkpoint: `${Moment} ${string}`): Promise<void> | undefined {
  if (!trap?.checkpoints.includes(checkpoint)) return undefined;
  if (!isAtWork() && !IDLE.includes(checkpoint)) return undefined;
  if (trap.skip > 0) trap = { ...trap, skip: trap.skip - 1 };
  else if (trap.holds) return hold();
  else die(checkpoint);
  return undefined;
}

async function hold(): Promise<void> {
  setTrap();
  const free = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  writeSync(LANDING_FD, '\n');
  await free;
}

function dieAtWork(): void {
  if (isAtWork()) die(AT_RANDOM);
  dieAfter(1);
}

function isAtWork(): boolean {
  return Object.values(currentWork()).some((count) => count > 0);
}

function die(checkpoint: Checkpoint): void {
  if (trap?.freezes) {
    setTrap();
    writeSync(LANDING_FD, '\n');
    process.kill(process.pid, 'SIGSTOP');
    return;
  }
  const landing: Landing = { checkpoint, work: currentWork() };
  writeSync(LANDING_FD, JSON.stringify(landing));
  process.kill(process.pid, 'SIGKILL');
  // Nothing of ours may run until the signal is there.
  for (;;);
}
