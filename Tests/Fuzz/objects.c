/* Every handle that the calls of a fuzz target handed out, with the references that are still to be given back. */
#define _GNU_SOURCE
#include "fuzz.h"

#include <pthread.h>
#include <stdlib.h>

#define MAXIMUM 512

static struct { int kind; void *handle; bool held; pthread_t thread; } objects[MAXIMUM];
static int count;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

void objects_add(int kind, void *handle) {
  bool kept = false;
  if (handle == NULL) return;
  pthread_mutex_lock(&lock);
  if (count < MAXIMUM) {
    objects[count].kind = kind;
    objects[count].handle = handle;
    objects[count].thread = pthread_self();
    objects[count++].held = true;
    kept = true;
  }
  pthread_mutex_unlock(&lock);
  if (!kept) {
    value argument, result;
    argument.pointer = handle;
    if (kinds[kind].release >= 0) functions[kinds[kind].release].call(&argument, &result);
  }
}

int objects_count(int kind) {
  int i, n = 0;
  pthread_mutex_lock(&lock);
  for (i = 0; i < count; i++) n += objects[i].kind == kind && objects[i].held;
  pthread_mutex_unlock(&lock);
  return n;
}

void *objects_at(int kind, int index) {
  void *found = NULL;
  int i;
  pthread_mutex_lock(&lock);
  for (i = 0; i < count && found == NULL; i++) {
    if (objects[i].kind == kind && objects[i].held && index-- == 0) found = objects[i].handle;
  }
  pthread_mutex_unlock(&lock);
  return found;
}

void *objects_pick(int kind, unsigned number) {
  void *found = NULL;
  int i, step;
  bool stale_too = number % 16 == 15;
  pthread_mutex_lock(&lock);
  for (step = 0; step < count && found == NULL; step++) {
    /* From the newest back, so that programs of few bytes work on what they have just made. */
    i = count - 1 - (int)((number + (unsigned)step) % (unsigned)count);
    if (objects[i].kind == kind && (objects[i].held || stale_too)) found = objects[i].handle;
  }
  pthread_mutex_unlock(&lock);
  return found;
}

bool objects_is_mine(void *handle) {
  int i;
  bool found = false;
  pthread_mutex_lock(&lock);
  for (i = 0; i < count && !found; i++) {
    found = objects[i].handle == handle && objects[i].held && pthread_equal(objects[i].thread, pthread_self());
  }
  pthread_mutex_unlock(&lock);
  return found;
}

bool objects_forget(void *handle) {
  int i;
  bool found = false;
  pthread_mutex_lock(&lock);
  for (i = 0; i < count && !found; i++) {
    if (objects[i].handle == handle && objects[i].held) {
      objects[i].held = false;
      found = true;
    }
  }
  pthread_mutex_unlock(&lock);
  return found;
}

void objects_release(int kind, bool all) {
  int i;
  for (i = 0;; i++) {
    void *handle = NULL;
    int of = -1;
    pthread_mutex_lock(&lock);
    if (i >= count) {
      pthread_mutex_unlock(&lock);
      return;
    }
    if (objects[i].held && (kind < 0 || objects[i].kind == kind) && (all || pthread_equal(objects[i].thread, pthread_self()))) {
      objects[i].held = false;
      handle = objects[i].handle;
      of = objects[i].kind;
    }
    pthread_mutex_unlock(&lock);
    if (handle != NULL && kinds[of].release >= 0) {
      value argument, result;
      argument.pointer = handle;
      functions[kinds[of].release].call(&argument, &result);
    }
  }
}

void objects_clear(void) {
  pthread_mutex_lock(&lock);
  count = 0;
  pthread_mutex_unlock(&lock);
}
