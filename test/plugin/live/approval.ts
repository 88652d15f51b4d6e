import { draw } from '../../support/draw.ts';

/** Somebody applies, a service checks, somebody approves or sends it back. */
export const APPROVAL = draw({
  people: { apply: '${initiator}' },
  tasks: 'approve',
  services: 'check',
  exclusive: 'g',
  paths: 'start > apply > check > approve > g; g >"Approve" end; g >"Reject" apply',
});
