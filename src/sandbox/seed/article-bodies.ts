import { pictureAddress } from '../pictures/picture-address.js';
import type { Calendar } from './calendar.js';

/** The HTML of articles by id. An article that is not listed here and has no body of its own has its title as body. */
export const articleBodies = (calendar: Calendar): Readonly<Record<number, string>> => ({
  6001: `<h2>Three days at the harbour</h2>
<p>The programme of the <strong>Harbour Technology Summit</strong> is complete: keynotes in the morning, workshops in the afternoon.</p>
<p><img src="${pictureAddress('image', 'programme')}" alt="The main hall"></p>
<ul><li>Day one: foundations</li><li>Day two: practice</li><li>Day three: people</li></ul>
<p>See <a href="https://event.example/schedule">the schedule</a>.</p>`,
  6002: `<h2>Getting there</h2>
<table><thead><tr><th>By</th><th>Line</th><th>Minutes</th></tr></thead>
<tbody><tr><td>Metro</td><td>2</td><td>25</td></tr><tr><td>Ferry</td><td>H1</td><td>40</td></tr><tr><td>Shuttle bus</td><td>—</td><td>15</td></tr></tbody></table>
<p>The shuttle bus leaves every ten minutes from <em>Central Station</em>, exit&nbsp;C.</p>`,
  6003: `<h2>For journalists</h2>
<p onclick="alert('clicked')">Accreditation is open until <b>${calendar.written(-1)}</b>.</p>
<script>document.title = 'taken over'</script>
<p><img src="x" onerror="alert('broken')"><a href="javascript:alert('link')">Apply here</a></p>
<iframe src="https://attacker.example/frame"></iframe><style>body { display: none }</style>
<p style="position:fixed">Questions: <a href="mailto:press@event.example">press@event.example</a> &amp; on site.</p>`,
  6004: `<h3>Rooms near the venue</h3><p>Harbour Hotel, five minutes on foot.<br>Code: <code>HARBOUR</code></p>`,
  6005: `<h2>会场楼层指南</h2><p>一层：注册与展览；二层：主会场；三层：工作坊。</p><p><img src="${pictureAddress('image', 'floors')}" alt="楼层图"></p>`,
  6006: `<p>Thank you for <strong>214</strong> proposals. All authors hear from us by ${calendar.written(-30)}.</p>`,
  6008: `<p>${calendar.written(0)} to ${calendar.written(2)}, harbour congress centre.</p>`,
});
