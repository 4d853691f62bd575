/** The ways to attend an event. */
export type Attendance = 'offline' | 'online' | 'mixed';

/** The members of an event that tell how people attend it. */
export interface AttendanceFacts {
  readonly status?: string | null | undefined;
  readonly attendance?: string | null | undefined;
}

/** Tells how people attend an event. An event that moved online is `online`, unless it is also on site (`mixed`). */
export const attendanceOf = ({ status, attendance }: AttendanceFacts): Attendance => {
  if (attendance === 'mixed') return 'mixed';
  return status === 'moved_online' || attendance === 'online' ? 'online' : 'offline';
};
