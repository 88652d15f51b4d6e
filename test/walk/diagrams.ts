import {
  boundary,
  callActivity,
  catchEvent,
  end,
  exclusive,
  processFile,
  serviceTask,
  start,
  timer,
  userTask,
} from '../support/bpmn-xml.ts';
import { draw } from '../support/draw.ts';

/** A clerk checks it. */
const CHECK = processFile([start(), userTask('check', { groups: 'clerks' }), end()], 'start > check > end', {
  id: 'checking',
});
/** Its next version: another clerk checks it again. */
export const CHECK_TWICE = processFile(
  [start(), userTask('check', { groups: 'clerks' }), userTask('check-again', { groups: 'clerks' }), end()],
  'start > check > check-again > end',
  { id: 'checking' },
);
/** The booking office, a service outside, books it. */
const BOOKING = processFile([start(), serviceTask('book', { service: 'book' }), end()], 'start > book > end', {
  id: 'booking',
});
/** A second after its start, a gateway asks a function of the service, which does not come back where `n` is large. */
const POISON = processFile(
  [start(), catchEvent('later', timer('PT1S')), exclusive('which'), userTask('check', { assignee: 'bo' }), end()],
  'start > later > which; which >[${settles(n)}] check > end; which >* end',
  { id: 'poison' },
);
/** Which way it goes is decided by a function of the service. */
const CHOICE = processFile(
  [start(), userTask('choose', { assignee: 'bo' }), exclusive('which'), end(), end('end-large')],
  'start > choose > which; which >[${isLarge()}] end-large; which >* end',
  { id: 'choice' },
);
/** With `first` and without `second`, only one of the branches reaches the join. */
const JOIN = draw({
  id: 'joining',
  people: { file: 'bo' },
  exclusive: 'one two',
  parallel: 'fork both',
  paths: `start > file > fork > one >[\${first}] both; fork > two >[\${second}] both;
  one >* end-one; two >* end-two; both > end`,
});
/** A task of a group that nobody handles in time; another one takes its place. */
const DEADLINE = draw({
  id: 'filing',
  people: { remind: 'bo' },
  others: [userTask('file', { groups: 'archivists' }), boundary('late', 'file', timer('PT1S'))],
  paths: 'start > file > end; late > remind > end-late',
});
/** Calls a process by its name. */
const CALL = processFile([start(), callActivity('archive', '${archive}'), end()], 'start > archive > end', {
  id: 'calling',
});
/** What it calls, which is deployed later. */
export const ARCHIVE = processFile([start(), userTask('file', { assignee: 'bo' }), end()], 'start > file > end', {
  id: 'archive',
});

export const DIAGRAMS: readonly string[] = [CHECK, BOOKING, POISON, CHOICE, JOIN, DEADLINE, CALL];
