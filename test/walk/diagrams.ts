import { catchEvent, end, exclusive, processFile, serviceTask, start, timer, userTask } from '../support/bpmn-xml.ts';

/** A clerk checks it. */
const CHECK = processFile([start(), userTask('check', { groups: 'clerks' }), end()], 'start > check > end', {
  id: 'checking',
});
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

export const DIAGRAMS: readonly string[] = [CHECK, BOOKING, POISON];
