import { spawn, type ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { launch, visit } from './chromium.js';

let browser: Browser;
let served: ChildProcess;
let url: string;
let graph: string;

beforeAll(async () => {
  served = spawn(process.execPath, [resolve('examples/app/serve.mjs')], {
    env: { ...process.env, PORT: '0' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  [url, graph] = await new Promise<[string, string]>((ready, failed) => {
    let printed = '';
    served.stdout!.on('data', (chunk: Buffer) => {
      printed += chunk.toString();
      const match = /^The app is at (\S+), its graph at (\S+)\n/.exec(printed);
      if (match) ready([match[1]!, match[2]!]);
    });
    served.once('exit', (code) =>
      failed(new Error(`The app ended with ${code}. Run "npm run build" first, or "npm run test:browser", which builds it.`)),
    );
  });
  browser = await launch();
});

afterAll(async () => {
  await browser.close();
  served.kill();
});

/** The messages about images in the sandbox's articles. Their addresses do not exist, and the page's policy blocks them. */
const ofImages = /https:\/\/event\.example\/images\/|status of 404/;

async function at(section: string, check: (page: Page) => Promise<void>, options: Parameters<typeof visit>[2] = {}): Promise<void> {
  const visited = await visit(browser, `${url}#${section}`, options);
  await check(visited.page);
  const { outside, errors } = visited;
  expect([...outside, ...errors].filter((text) => !ofImages.test(text))).toEqual([]);
  await visited.page.context().close();
}

test('its graph executes the documents of the app, and no others', async () => {
  const post = async (body: object) => {
    const headers = { 'content-type': 'application/json' };
    return (await (await fetch(graph, { method: 'POST', headers, body: JSON.stringify(body) })).json()) as Record<string, any>;
  };
  const { operations } = JSON.parse(readFileSync('examples/app/persisted-query-manifest.json', 'utf8')) as {
    operations: { id: string; name: string }[];
  };
  const { id } = operations.find(({ name }) => name === 'Activities')!;
  expect((await post({ documentId: id })).data.activities.length).toBeGreaterThan(0);
  expect((await post({ query: '{ activities { id } }' })).errors[0].extensions.code).toBe('DOCUMENT_NOT_TRUSTED');
});

test('the schedule is shown by day, with sessions inside sessions', () =>
  at('schedule', async (page) => {
    await page.getByRole('heading', { name: 'Friday, May 15, 2026' }).waitFor();
    expect(await page.getByRole('heading', { level: 2 }).count()).toBe(3);
    const workshop = page
      .getByRole('listitem')
      .filter({ has: page.getByRole('heading', { name: 'Workshop day one' }) })
      .first();
    await workshop.getByRole('heading', { name: 'Hands on: queries' }).waitFor();
    await page.getByLabel('Event', { exact: true }).selectOption('1002');
    await page.getByText('There is no schedule yet.').waitFor();
  }));

test('articles show their body, and no script of it runs', () =>
  at('articles', async (page) => {
    const article = page.getByRole('group').filter({ hasText: 'Press accreditation' });
    await article.getByText('Press accreditation').click();
    await article.getByRole('heading', { name: 'For journalists' }).waitFor();
    expect(await page.locator('#app script').count()).toBe(0);
  }));

test('tickets show how many are left', () =>
  at('tickets', async (page) => {
    const item = (name: string) => page.getByRole('listitem').filter({ has: page.getByRole('heading', { name }) });
    await item('Day Pass')
      .getByText(/^\d+ of \d+ left$/)
      .waitFor();
    await item('VIP Pass').getByText('Sold out').waitFor();
  }));

test('an attendee is found by number and by mobile, and an unknown one is reported', () =>
  at('attendees', async (page) => {
    const field = page.getByLabel('Number or mobile');
    const find = page.getByRole('button', { name: 'Find' });
    await field.fill('700002');
    await find.click();
    await page.getByRole('article', { name: 'Zoë Müller' }).getByText('pending').waitFor();
    await page.getByLabel('Look up by').selectOption('mobile');
    await field.fill('10000700001');
    await find.click();
    await page.getByRole('article', { name: '王伟' }).waitFor();
    await field.fill('10000000000');
    await find.click();
    await page.getByText('No attendee has this mobile.').waitFor();

    const list = page.getByRole('region', { name: 'attendees' }).or(page.locator('section'));
    expect(await list.getByRole('listitem').count()).toBe(10);
    await page.getByRole('button', { name: 'More' }).click();
    await list.getByRole('listitem').nth(19).waitFor();
    expect(await list.getByRole('listitem').count()).toBe(20);
  }));

test('a registration shows a problem at each field, and then succeeds', () =>
  at(
    'register',
    async (page) => {
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
      expect(await field('抵达日期 Arrival').inputValue()).toBe('2026-05-15');
      expect(await page.locator('form :is(input, select):not([required])').count()).toBe(0);

      const sent: any[] = [];
      page.on('request', (request) => {
        const body = request.postDataJSON();
        if (body?.operationName === 'Register') sent.push(body.variables.input);
      });
      await field('姓名 Name').fill('Ada Berg');
      await field('手机 Mobile').fill('10000955501');
      await field('邮箱 E-mail').fill('ada@example.com');
      await register.click();
      for (const label of ['公司 Company', '职位 Job title', '行业 Industry', '照片 Photo']) {
        const problem = page.locator('form > div').filter({ has: field(label) });
        await problem.getByText('The form asks for a value.').waitFor();
        expect(await field(label).getAttribute('aria-invalid')).toBe('true');
      }
      expect(await field('姓名 Name').getAttribute('aria-invalid')).toBe('false');
      expect(sent.map(({ validateOnly, idempotencyKey }) => [validateOnly, idempotencyKey])).toEqual([[true, undefined]]);

      await field('公司 Company').fill('Star River');
      await field('职位 Job title').fill('Engineer');
      await field('行业 Industry').selectOption('Research');
      await field('照片 Photo').fill('https://event.example/ada.jpg');
      await register.click();
      await page.getByText('Registered. The check-in code is').waitFor();
      expect(sent.map(({ validateOnly, idempotencyKey }) => [validateOnly, typeof idempotencyKey])).toEqual([
        [true, 'undefined'],
        [true, 'undefined'],
        [undefined, 'string'],
      ]);
    },
    { viewport: { width: 390, height: 844 } },
  ));

test.each(['light', 'dark'] as const)('it is %s if the system is, and no wider than a phone', (colorScheme) =>
  at(
    'schedule',
    async (page) => {
      await page.getByRole('heading', { level: 2 }).first().waitFor();
      const [red = 0] = (await page.locator('body').evaluate((element) => getComputedStyle(element).backgroundColor))
        .match(/\d+/g)!
        .map(Number);
      expect(red > 127).toBe(colorScheme === 'light');
      for (const section of ['schedule', 'articles', 'tickets', 'attendees', 'register']) {
        await page.locator(`nav a[href="#${section}"]`).click();
        await page.locator('main :is(li, details, form)').first().waitFor();
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
      }
    },
    { colorScheme, viewport: { width: 360, height: 740 } },
  ),
);

test('SIGTERM ends it with exit code 0', async () => {
  const ended = new Promise((done) => served.once('exit', done));
  served.kill('SIGTERM');
  expect(await ended).toBe(0);
});
