/** The service of the README until it is stopped, in the center whose addresses it is given, in the current folder. */
import { startLeaveService } from '../../examples/embedding.ts';

const [baseUrl = '', authUrl = ''] = process.argv.slice(2);
const center = { baseUrl, authUrl, clientId: 'approvals-client', clientSecret: 'approvals-secret', appId: 'approvals' };
const service = await startLeaveService(center, 'http://127.0.0.1:9', 'a secret of the tests, 32 bytes long', 0);
const { instanceId } = await service.askForLeave('anna', 'bo', 2);
console.log(instanceId);
