/* The programme of the seeded conference. */

/** One item of the programme. Its parts are within its time. */
export interface ProgrammeItem {
  /** HH:MM-HH:MM at the venue. An end before the start is on the next day. */
  readonly time: string;
  readonly title: string;
  readonly subtitle?: string;
  readonly introduction?: string;
  readonly place?: string;
  readonly speakers?: readonly string[];
  readonly track?: 'General' | 'Keynote' | 'Workshop' | 'Social';
  /** The number of its live stream. */
  readonly live?: number;
  readonly link?: string;
  readonly parts?: readonly ProgrammeItem[];
}

const hall = 'Main hall';
const workshopFloor = 'Third floor';

/** The items of each day, beginning with day 0. */
export const programme: readonly (readonly ProgrammeItem[])[] = [
  [
    { time: '08:00-09:00', title: 'Registration', place: 'Foyer' },
    {
      time: '09:00-09:45',
      title: 'Opening keynote',
      subtitle: '开幕主题演讲',
      place: hall,
      track: 'Keynote',
      live: 71,
      introduction: '<p>What harbours and software have in common.</p>',
      speakers: ['王伟', 'Grace Lindqvist'],
      link: 'https://event.example/slides/opening.pdf',
    },
    { time: '10:00-10:45', title: 'A database in an afternoon', place: hall, speakers: ['Priya Silva'], live: 72 },
    {
      time: '13:30-16:30',
      title: 'Workshop day one',
      place: workshopFloor,
      track: 'Workshop',
      parts: [
        { time: '13:30-14:15', title: 'Hands on: schemas', place: 'Room 301', speakers: ['Jonas Müller'], track: 'Workshop' },
        {
          time: '14:30-16:30',
          title: 'Hands on: queries',
          place: 'Room 302',
          speakers: ['刘洋'],
          track: 'Workshop',
          parts: [{ time: '15:30-16:00', title: 'Clinic', place: 'Room 302', track: 'Workshop' }],
        },
      ],
    },
    { time: '22:30-00:30', title: 'Harbour night', subtitle: 'Music on the pier', place: 'Pier 4', track: 'Social' },
  ],
  [
    { time: '09:00-10:00', title: 'Robots that fold paper', place: hall, speakers: ['Hiro Tanaka'], track: 'Keynote', live: 73 },
    { time: '10:15-11:00', title: '城市数据的十年', subtitle: 'Ten years of city data', place: hall, speakers: ['张敏', '李娜'] },
    {
      time: '13:00-15:00',
      title: 'Lightning talks',
      place: hall,
      parts: [
        { time: '13:00-13:10', title: 'Maps without servers', speakers: ['Kofi Haddad'] },
        { time: '13:10-13:20', title: 'Tests that read well', speakers: ['Zoë Müller'] },
        { time: '13:20-13:30', title: 'A year of small releases', speakers: ['Rosa Petrov'] },
      ],
    },
    { time: '19:00-21:00', title: 'Speakers’ dinner', place: 'Harbour Hotel', track: 'Social' },
  ],
  [
    { time: '09:30-10:30', title: 'Panel: hiring and being hired', place: hall, speakers: ['Elena Costa', '赵静', 'Tariq Rossi'] },
    {
      time: '10:45-11:30',
      title: 'Energy of the tides',
      place: hall,
      speakers: ['Inês Almeida'],
      link: 'https://event.example/slides/tides.pdf',
    },
    { time: '11:45-12:15', title: 'Closing', place: hall, track: 'Keynote', live: 74 },
  ],
];
