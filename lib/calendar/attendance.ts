/** The ways to attend an event. */
export type Attendance = 'offline' | 'online' | 'mixed';

/** The members of an event that decide how people attend it. */
interface AttendanceFacts {
  readonly status?: string | null | undefined;
  readonly attendance?: string | null | undefined;
}

/** Returns how people attend an event: `online` if it moved online, `mixed` if it is online and on site. */
export const attendanceOf = ({ status, attendance }: AttendanceFacts): Attendance => {
  if (attendance === 'mixed') return 'mixed';
  return status === 'moved_online' || attendance === 'online' ? 'online' : 'offline';
};
