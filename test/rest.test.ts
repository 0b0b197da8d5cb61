/* The REST client, over the sandbox. */

import { createRestClient } from '../src/rest.js';
import { sandboxCheckIn, sandboxKeys, startSandbox } from '../src/sandbox/sandbox.js';

test('the REST client calls every endpoint by its name', async () => {
  const sandbox = await startSandbox();
  const client = await createRestClient({ url: sandbox.url, ...sandboxKeys });
  try {
    const page = await client.listAttendees(1001, { page: 1, pageSize: 2 });
    expect({ total: page.total, names: page.items.map((attendee) => attendee!.name) }).toEqual({
      total: 1200,
      names: ['王伟', 'Zoë Müller'],
    });
    expect((await client.getAttendee(1001, { mobile: '10000700001' }))!.points).toBe('128.50');
    expect((await client.getAttendee(1001, { id: 700_001 }))!.name).toBe('王伟');
    expect((await client.listAttendees(1001, { page: 1, pageSize: 2, ids: [700_001] })).items).toHaveLength(1);
    expect((await client.getFormFields(1001)).map(({ name }) => name)).toContain('mobile');
    expect((await client.listSchedule(1001)).days).toHaveLength(3);
    expect((await client.listArticles(1001)).items).toHaveLength(8);
    expect((await client.listCategories(1001, {})).length).toBeGreaterThan(3);
    expect((await client.listTickets(1001))[0]!.unitPrice).toBe('99');
    expect((await client.listGoods(1001, {}))[0]!.unitPrice).toBe('59.00');
    const { token, userId, pointId } = sandboxCheckIn;
    expect(await client.lookUpCheckIn(1001, { token, userId, pointId, deviceType: 'PC', signCode: 'FAMILY01' })).toHaveLength(2);
    const { registrations } = await client.addAttendees(1002, {
      contact: { name: 'A', mobile: '10012345678' },
      channel: null,
      registrants: [
        {
          name: 'A',
          mobile: '10012345678',
          signCode: null,
          fields: [
            { name: 'name1713000201', value: 'School' },
            { name: 'name1713000202', value: 'Morning' },
          ],
        },
      ],
    });
    expect(registrations).toHaveLength(1);
    expect((await client.ssoLogin(1002, { mobile: '10012345678', addIfMissing: false })).url).toContain('sso_token=');
  } finally {
    await client.close();
    await sandbox.close();
  }
});

test('the REST client iterates over all attendees, whose fields a spread, structuredClone and JSON copy', async () => {
  const sandbox = await startSandbox();
  const client = await createRestClient({ url: sandbox.url, ...sandboxKeys, service: { maxPageSize: 500 } });
  try {
    const attendees = [];
    for await (const attendee of client.attendees(1001)) attendees.push(attendee);
    expect(new Set(attendees.map(({ id }) => id)).size).toBe(1200);
    const [first] = attendees;
    const expected = { id: 'attendee:1001:700001', name: '王伟', review: { state: 'APPROVED' } };
    for (const copy of [{ ...(first as object) }, structuredClone(first!), JSON.parse(JSON.stringify(first)) as object])
      expect(copy).toMatchObject(expected);
  } finally {
    await client.close();
    await sandbox.close();
  }
});

test('an error of the REST client contains the words of the service', async () => {
  const sandbox = await startSandbox();
  const client = await createRestClient({ url: sandbox.url, ...sandboxKeys });
  try {
    await expect(client.getAttendee(1001, { mobile: '10099999999' })).rejects.toThrow(/^The event service rejected the request: \S/);
  } finally {
    await client.close();
    await sandbox.close();
  }
});
