/* The example app in Chromium, with its own graph over the sandbox. */

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { resolve } from 'node:path';
import type { Browser, Locator, Page } from 'playwright-core';
import { postTo } from '../server/toy-server.js';
import { closedAfterwards } from '../support/afterwards.js';
import { startCommand } from '../support/command.js';
import { isLight, launch, visit } from './chromium.js';

let browser: Browser;
let url: string;
let graph: string;

beforeAll(async () => {
  const app = await startCommand(['examples/app/serve.mjs'], /^The app is at (\S+), its graph at (\S+)\n/, { env: { PORT: '0' } });
  [url, graph] = [app.found[1]!, app.found[2]!];
  browser = closedAfterwards(await launch());
});

/** Messages about lost connections, and about an image with a relative address, in the article with everything that must be removed. */
const expected = /status of 404|ERR_CONNECTION_RESET|ERR_INTERNET_DISCONNECTED|ERR_FAILED/;

async function at(section: string, check: (page: Page) => Promise<void>, options: Parameters<typeof visit>[2] = {}): Promise<void> {
  const visited = await visit(browser, `${url}#${section}`, options);
  await check(visited.page);
  const { outside, errors } = visited;
  expect([...outside, ...errors].filter((text) => !expected.test(text))).toEqual([]);
}

async function signIn(page: Page, mobile: string): Promise<void> {
  await page.getByRole('link', { name: 'Sign in' }).first().click();
  await page.getByLabel('Mobile number').fill(mobile);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

const signInAsOrganiser = async (page: Page) => {
  await page.getByRole('link', { name: 'Sign in' }).first().click();
  await page.getByRole('button', { name: 'Sign in as an organiser' }).click();
};

/** Posts to the app or its graph, as a caller with a token. */
const post = (address: string, body: object, token?: string) =>
  postTo(address, body, token === undefined ? {} : { authorization: `Bearer ${token}` });
/** The token of a person or a visitor. */
const tokenOf = async (body: object): Promise<string> => JSON.parse((await post(`${url}sign-in`, body)).text).token;

const documentId = (name: string): string => {
  const { operations } = JSON.parse(readFileSync('examples/app/persisted-query-manifest.json', 'utf8')) as {
    operations: { id: string; name: string }[];
  };
  return operations.find((operation) => operation.name === name)!.id;
};

test('the graph of the app executes the documents of the app with a token, and no others', async () => {
  const token = await tokenOf({ role: 'visitor' });
  const activities = await post(graph, { documentId: documentId('Activities') }, token);
  expect(activities.body.data!['activities'].length).toBeGreaterThan(0);
  expect((await post(graph, { query: '{ activities { id } }' }, token)).code).toBe('DOCUMENT_NOT_TRUSTED');
  expect((await post(graph, { documentId: documentId('Activities') })).status).toBe(401);
  const list = await post(graph, { documentId: documentId('Attendees'), variables: { activityId: '1001', first: 1 } }, token);
  expect(list.code).toBe('FORBIDDEN');
  const attendee = await tokenOf({ role: 'attendee', mobile: '10000700001' });
  for (const by of [{ mobile: '10000700002' }, { mobile: '10000700001' }]) {
    const found = await post(graph, { documentId: documentId('FindAttendee'), variables: { activityId: '1001', by } }, attendee);
    expect({ data: found.body.data, code: found.code }).toEqual({ data: { attendee: null }, code: 'FORBIDDEN' });
  }
  for (const body of [
    {},
    { role: 'constructor' },
    { role: 'attendee' },
    { role: 'attendee', mobile: 'me' },
    { role: 'attendee', mobile: 7 },
  ]) {
    expect((await post(`${url}sign-in`, body)).status).toBe(400);
  }
});

test('the first page shows what is now and next at the venue', () =>
  at('now', async (page) => {
    const next = page.getByRole('region', { name: 'Next' });
    await next.getByRole('heading', { level: 2 }).waitFor();
    await page.getByRole('link', { name: 'Programme' }).click();
    // Until the programme is shown, the first page has headings of the same level.
    await page.getByRole('heading', { name: 'Robots that fold paper' }).waitFor();
    const today = await page.getByRole('heading', { level: 2 }).innerText();
    // Half past nine at the venue, which is in UTC+8.
    await page.clock.setFixedTime(new Date(Date.parse(`${today} 09:30 UTC`) - 8 * 3_600_000));
    await page.getByRole('link', { name: 'Now' }).click();
    await page.getByRole('region', { name: 'Now' }).getByRole('heading', { name: 'Robots that fold paper' }).waitFor();
    expect(await next.getByRole('listitem').first().innerText()).toContain('10:15 – 11:00');
    expect(await page.title()).toBe('Now · Harbour Technology Summit');
  }));

test('articles show their body and their pictures, and no script of it runs', () =>
  at('articles', async (page) => {
    const first = page.getByRole('group').filter({ hasText: 'The programme is complete' });
    await first.getByText('The programme is complete').click();
    await first.getByRole('heading', { name: 'Three days at the harbour' }).waitFor();
    await first.getByAltText('The main hall').scrollIntoViewIfNeeded();
    await page.waitForFunction(() =>
      [...document.querySelectorAll<HTMLImageElement>('details[open] img')].every((image) => image.complete && image.naturalWidth > 0),
    );
    const press = page.getByRole('group').filter({ hasText: 'Press accreditation' });
    await press.getByText('Press accreditation').click();
    await press.getByRole('heading', { name: 'For journalists' }).waitFor();
    expect(await page.locator('#app script').count()).toBe(0);
  }));

test('stock is live, and prices have the currency of the event', () =>
  at('tickets', async (page) => {
    const item = (name: string) => page.getByRole('listitem').filter({ has: page.getByRole('heading', { name }) });
    await item('Day Pass').getByText('CN¥99.00').waitFor();
    await item('Student Pass').getByText('Free').waitFor();
    await item('VIP Pass').getByText('Sold out').waitFor();
    await item('Notebook').waitFor();
    const before = await page.locator('main').innerText();
    await page.waitForFunction((text) => document.querySelector<HTMLElement>('main')!.innerText !== text, before, { timeout: 60_000 });
    await item('Day Pass')
      .getByText(/^\d+ of \d+ left$/)
      .waitFor();
  }));

test('people who sign in see their own badge, whose QR code is their check-in code, until they sign out', () =>
  at('badge', async (page) => {
    await signIn(page, '10000700001');
    const badge = page.getByRole('article', { name: 'Badge of 王伟' });
    await badge.getByText('WANGWEI01').waitFor();
    await page.waitForFunction(() => document.querySelector<HTMLImageElement>('.badge img')!.naturalWidth > 0);
    expect(await decodedQr(page)).toBe('WANGWEI01');

    await page.getByRole('button', { name: /^Sign out/ }).click();
    await badge.waitFor({ state: 'detached' });
    await signIn(page, '10000700002');
    await page.getByRole('article', { name: 'Badge of Zoë Müller' }).getByText('pending').waitFor();
    expect(await page.getByText('王伟').count()).toBe(0);
    expect(await page.getByRole('link', { name: 'Attendees' }).count()).toBe(0);
  }));

/** Reads the QR code from a picture of the screen, as a scanner does. */
async function decodedQr(page: Page): Promise<string> {
  const shot = (await page.getByRole('img', { name: /^QR code/ }).screenshot()).toString('base64');
  const pixels = await page.evaluate(async (data) => {
    const image = new Image();
    image.src = `data:image/png;base64,${data}`;
    await image.decode();
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [image.naturalWidth, image.naturalHeight];
    const context = canvas.getContext('2d')!;
    context.drawImage(image, 0, 0);
    return { width: canvas.width, height: canvas.height, data: context.getImageData(0, 0, canvas.width, canvas.height).data.join() };
  }, shot);
  const { default: decodeQR } = await import('qr/decode.js');
  return decodeQR({ ...pixels, data: Uint8Array.from(pixels.data.split(','), Number) });
}

/** Waits until an element has the focus. */
async function expectFocus(element: Locator): Promise<void> {
  while (!(await element.evaluate((one) => one === document.activeElement))) await element.page().waitForTimeout(50);
}

test('a registration shows a problem at each field, takes a photo from the device, and then shows the badge', () =>
  at(
    'badge',
    async (page) => {
      await signIn(page, '10000955501');
      const register = page.getByRole('button', { name: 'Register' });
      const field = (label: string) => page.getByLabel(label);
      await register.waitFor();
      expect(await field('行业 Industry').locator('option').allTextContents()).toEqual([
        'Please choose',
        'Software',
        'Manufacturing',
        'Research',
        'Government',
        'Other',
      ]);
      expect(await field('抵达日期 Arrival').inputValue()).toMatch(/^\d{4}-\d\d-\d\d$/);
      expect(await field('手机 Mobile').inputValue()).toBe('10000955501');
      expect(await page.locator('form :is(input, select):not([required])').count()).toBe(0);

      const sent: any[] = [];
      page.on('request', (request) => {
        const body = request.postDataJSON();
        if (body?.operationName === 'Register') sent.push(body.variables.input);
      });
      await field('姓名 Name').fill('Ada Berg');
      await field('邮箱 E-mail').fill('ada@example.com');
      await register.click();
      await page.getByRole('alert').getByText('You are not registered yet.').waitFor();
      await expectFocus(field('公司 Company'));
      for (const label of ['公司 Company', '职位 Job title', '行业 Industry', '照片 Photo']) {
        const problem = page.locator('form > div').filter({ has: field(label) });
        await problem.getByText('Please fill this in.').waitFor();
        expect(await field(label).getAttribute('aria-invalid')).toBe('true');
      }
      expect(await field('姓名 Name').getAttribute('aria-invalid')).toBe('false');
      expect(sent.map(({ validateOnly, idempotencyKey }) => [validateOnly, idempotencyKey])).toEqual([[true, undefined]]);

      await field('公司 Company').fill('Star River');
      await field('职位 Job title').fill('Engineer');
      await field('行业 Industry').selectOption('Research');
      await field('照片 Photo').setInputFiles({ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('no picture') });
      await page.getByText('This file is no picture').waitFor();
      await field('照片 Photo').setInputFiles(resolve('docs/graphiql.png'));
      await page.getByAltText('The chosen picture').waitFor();
      await register.click();
      await expectFocus(page.getByRole('article', { name: 'Badge of Ada Berg' }));
      expect(sent.map(({ validateOnly, idempotencyKey }) => [validateOnly, typeof idempotencyKey])).toEqual([
        [true, 'undefined'],
        [true, 'undefined'],
        [undefined, 'string'],
      ]);
      await page.waitForFunction(() => document.querySelector<HTMLImageElement>('.badge img')!.naturalWidth === 480);
    },
    { viewport: { width: 390, height: 844 } },
  ));

/** Loses what the graph answers to registrations. @returns the keys that were sent, and switches */
async function losing(page: Page) {
  const state = { keys: [] as string[], mutation: 'kept' as 'kept' | 'lost before' | 'lost after', isDown: false };
  await page.route('**/graphql', async (route) => {
    const key: string | undefined = route.request().postDataJSON()?.variables?.input?.idempotencyKey;
    if (key !== undefined) {
      state.keys.push(key);
      if (state.mutation === 'lost after') await route.fetch();
      if (state.mutation !== 'kept') return route.abort('connectionreset');
    }
    return state.isDown ? route.abort('connectionreset') : route.continue();
  });
  return state;
}

/** Fills the short form of the workshop. */
async function registerForWorkshop(page: Page, mobile: string): Promise<void> {
  await page.getByLabel('Event').selectOption('1002');
  await signIn(page, mobile);
  await page.locator('#name').fill('Ada Berg');
  for (const select of await page.locator('form select').all()) await select.selectOption({ index: 1 });
  for (const input of await page.locator('form input:not([readonly])').all())
    if ((await input.inputValue()) === '') await input.fill('Small');
  await page.getByRole('button', { name: 'Register' }).click();
}

test('if the next page of attendees cannot be read, the list stays, and shows the problem until the page arrives', () =>
  at('now', async (page) => {
    const state = await losing(page);
    // A token that each request renews, or fails to.
    await page.route('**/sign-in', async (route) => {
      if (state.isDown) return route.abort('connectionreset');
      const response = await route.fetch();
      return route.fulfill({ response, json: { ...(await response.json()), lifetimeSeconds: 10 } });
    });
    await signInAsOrganiser(page);
    await page.getByRole('link', { name: 'Attendees' }).click();
    const [more, open] = [page.getByRole('button', { name: 'More' }), page.getByRole('button', { name: /^Open / })];
    await more.waitFor();
    state.isDown = true;
    await more.click();
    const problem = page.getByRole('alert').getByText('The graph cannot be reached.');
    await problem.waitFor();
    expect(await open.count()).toBe(10);
    state.isDown = false;
    await more.click();
    await open.nth(19).waitFor();
    expect(await problem.count()).toBe(0);
  }));

test('a record that could not be read is read again when it is shown again', () =>
  at('badge', async (page) => {
    const activity = { __typename: 'Activity', id: '1001', viewer: null };
    const errors = [{ message: 'Late', path: ['activity', 'viewer'], extensions: { code: 'UPSTREAM_TIMEOUT' } }];
    const headers = { 'access-control-allow-origin': '*', 'content-type': 'application/graphql-response+json' };
    await page.route('**/graphql', (route) =>
      route.request().postDataJSON()?.operationName === 'Badge'
        ? route.fulfill({ headers, json: { data: { activity }, errors } })
        : route.continue(),
    );
    await signIn(page, '10000700001');
    await page.getByRole('alert').getByText('The event service is not available.').waitFor();
    await page.unrouteAll();
    await page.getByRole('link', { name: 'Programme' }).click();
    await page.getByRole('link', { name: 'Badge' }).click();
    await page.getByRole('article', { name: /^Badge of / }).waitFor();
  }));

test('if the reply of a registration is lost, the record is read again, and shows that the person is registered', () =>
  at('badge', async (page) => {
    const lost = await losing(page);
    lost.mutation = 'lost after';
    await registerForWorkshop(page, '10000955511');
    await page.getByRole('article', { name: 'Badge of Ada Berg' }).waitFor();
    expect(lost.keys).toHaveLength(1);
    expect(await page.evaluate(() => sessionStorage.length)).toBe(0);
  }));

test('a person who has registered in another tab meanwhile gets the badge, and no second registration', () =>
  at('badge', async (page) => {
    const badge = async (tab: Page) => {
      await registerForWorkshop(tab, '10000955513');
      await tab.getByRole('article', { name: 'Badge of Ada Berg' }).waitFor();
    };
    const { keys } = await losing(page);
    await page.route('**/graphql', async (route) => {
      if (route.request().postDataJSON()?.variables?.input?.validateOnly === true) await at('badge', badge);
      await route.fallback();
    });
    await badge(page);
    expect(keys).toEqual([]);
  }));

test('a registration whose outcome is not known is sent with its key again, and nothing else, also after the page is loaded again', () =>
  at('badge', async (page) => {
    const lost = await losing(page);
    lost.mutation = 'lost before';
    await registerForWorkshop(page, '10000955512');
    const again = page.getByRole('button', { name: 'Send it again' });
    await again.click();
    await page.getByRole('alert').getByText('It is not known').waitFor();
    expect(await page.getByRole('button', { name: 'Register' }).count()).toBe(0);

    // The next reply is lost, and for a time nothing can be read.
    [lost.mutation, lost.isDown] = ['lost after', true];
    await again.click();
    const retry = page.getByRole('button', { name: 'Try again' });
    await retry.waitFor();
    await page.reload();
    await retry.waitFor();
    lost.isDown = false;
    await retry.click();
    await page.getByLabel('Event').selectOption('1002');
    await signIn(page, '10000955512');
    await page.getByRole('article', { name: 'Badge of Ada Berg' }).waitFor();
    expect(lost.keys).toHaveLength(3);
    expect(new Set(lost.keys).size).toBe(1);
    expect(await page.evaluate(() => sessionStorage.length)).toBe(0);
  }));

test('the programme has days as tabs, filters, and favourites that this device keeps', () =>
  at('schedule', async (page) => {
    const days = page.getByRole('tab');
    const selected = page.getByRole('tab', { selected: true });
    const session = (name: string) => page.getByRole('heading', { name });
    await session('Robots that fold paper').waitFor();
    await selected.focus();
    await page.keyboard.press('ArrowLeft');
    await expectFocus(days.first());
    await session('Opening keynote').waitFor();
    await page.getByRole('listitem').filter({ hasText: 'Harbour lounge' }).getByText('All day').waitFor();
    await page.getByLabel('Room').selectOption('Room 302');
    expect(await page.getByRole('tabpanel').getByRole('heading', { level: 3 }).allInnerTexts()).toEqual(['Hands on: queries']);
    await page.getByLabel('Category').selectOption('Keynote');
    await page.getByText('No session of this day fits.').waitFor();
    await page.getByLabel('Room').selectOption('');
    await page.getByRole('button', { name: 'Favourite: Opening keynote' }).click();
    await page.reload();
    await days.first().click();
    await page.getByLabel('Favourites').check();
    expect(await page.getByRole('tabpanel').getByRole('heading', { level: 3 }).allInnerTexts()).toEqual(['Opening keynote']);
  }));

test('a session has an address of its own, and a calendar file', () =>
  at('session/scheduleItem:1001:2002', async (page) => {
    await page.getByRole('heading', { name: 'Opening keynote' }).waitFor();
    await page.getByText('What harbours and software have in common.').waitFor();
    const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('link', { name: 'Add to calendar' }).click()]);
    expect(download.suggestedFilename()).toBe('Opening keynote.ics');
    const lines = readFileSync(await download.path(), 'utf8')
      .replaceAll('\r\n ', '')
      .split('\r\n');
    expect(lines.slice(0, 2)).toEqual(['BEGIN:VCALENDAR', 'VERSION:2.0']);
    expect(lines).toContain('SUMMARY:Opening keynote');
    expect(lines).toContain(String.raw`LOCATION:Main hall\, Harbour congress centre`);
    // Nine o'clock at the venue, which is in UTC+8.
    expect(lines.find((line) => line.startsWith('DTSTART:'))).toMatch(/^DTSTART:\d{8}T010000Z$/);
    await page.getByRole('link', { name: 'Programme', exact: true }).click();
    await page.getByRole('tabpanel').waitFor();
  }));

test('the badge is shown without a network, until it is removed', () =>
  at('badge', async (page) => {
    await signIn(page, '10000700001');
    await page.getByText('WANGWEI01').waitFor();
    await page.evaluate(() => navigator.serviceWorker.ready);
    await page.context().setOffline(true);
    await page.reload();
    await page.getByRole('article', { name: 'Badge of 王伟' }).getByText('WANGWEI01').waitFor();
    await page.getByRole('button', { name: 'Remove it' }).click();
    expect(await page.getByText('WANGWEI01').count()).toBe(0);
    expect(await page.evaluate(() => localStorage.length)).toBe(0);
  }));

test('the app is usable by keyboard: the first stop leads to the content, and a section that is chosen gets the focus', () =>
  at('now', async (page) => {
    await page.getByRole('heading', { name: 'Tickets' }).waitFor();
    const focused = () => page.evaluate(() => document.activeElement?.id ?? '');
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Skip to the content');
    await page.keyboard.press('Enter');
    expect(await focused()).toBe('main');
    await page.getByRole('link', { name: 'Speakers', exact: true }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Speakers', exact: true }).waitFor();
    expect(await focused()).toBe('main');
  }));

const axe = readFileSync(createRequire(__filename).resolve('axe-core/axe.min.js'), 'utf8');

interface AxeResult {
  readonly passes: readonly unknown[];
  readonly violations: readonly { readonly id: string; readonly nodes: readonly { readonly html: string }[] }[];
}

/** What axe-core finds wrong, one line for each rule and element. */
async function violations(page: Page): Promise<string[]> {
  await page.evaluate(axe);
  const result = await page.evaluate(() => (globalThis as unknown as { axe: { run(): Promise<AxeResult> } }).axe.run());
  expect(result.passes.length).toBeGreaterThan(10);
  return result.violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
}

test.each(['light', 'dark'] as const)('the app is %s if the system is, no wider than a phone, and accessible', (colorScheme) =>
  at(
    'now',
    async (page) => {
      const check = async (section: string, content: string) => {
        await page.locator(content).first().waitFor();
        expect({ section, violations: await violations(page) }).toEqual({ section, violations: [] });
        expect({ section, width: await page.evaluate(() => document.documentElement.scrollWidth) }).toEqual({ section, width: 390 });
      };
      await page.getByRole('heading', { level: 2 }).first().waitFor();
      expect(await isLight(page.locator('body'))).toBe(colorScheme === 'light');
      for (const section of ['now', 'schedule', 'speakers', 'articles', 'tickets', 'badge']) {
        await page.locator(`nav a[href="#${section}"]`).click();
        await check(section, 'main :is(li, details, a)');
      }
      await page.locator('nav a[href="#schedule"]').click();
      await page.locator('main h3 a').first().click();
      await check('session', 'main article');
      await page.getByRole('link', { name: 'Sign in' }).first().click();
      await check('sign-in', 'main form');
      await signIn(page, '10000700001');
      await check('own badge', '.badge svg');
      await page.getByRole('button', { name: /^Sign out/ }).click();
      await signIn(page, '10000955502');
      await page.getByRole('button', { name: 'Register' }).click();
      await page.getByText('Please fill this in.').first().waitFor();
      await check('registration', 'form');
      await page.getByRole('button', { name: /^Sign out/ }).click();
      await signInAsOrganiser(page);
      await check('attendees', 'main li');
    },
    { colorScheme, viewport: { width: 390, height: 844 } },
  ),
);
