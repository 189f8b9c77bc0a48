/* Times the modular exponentiation of the system's libcrypto, told what to do by lines on the standard input:
 *
 *   clear                            forgets all inputs                                    -> ok
 *   add BASE EXPONENT MODULUS        one more input, in hexadecimal                        -> ok
 *   result METHOD I                  the power of input I                                  -> hexadecimal
 *   time METHOD FIRST COUNT          COUNT powers, of the inputs in turn from FIRST on     -> nanoseconds in all
 *
 * METHOD is consttime (BN_mod_exp_mont_consttime) or vartime (BN_mod_exp_mont). Each input keeps its BN_MONT_CTX, so
 * the preparation of a modulus is not timed. The first line of the output is the version of the library. */
#define _POSIX_C_SOURCE 200809L
#include <openssl/bn.h>
#include <openssl/crypto.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { MAX_INPUTS = 64 };

struct input {
  BIGNUM *base, *exponent, *modulus;
  BN_MONT_CTX *mont;
};

static struct input inputs[MAX_INPUTS];
static size_t input_count;
static BN_CTX *ctx;

static void fail(const char *message) {
  fprintf(stderr, "openssl: %s\n", message);
  exit(1);
}

static void clear(void) {
  for (size_t i = 0; i < input_count; i++) {
    BN_free(inputs[i].base);
    BN_free(inputs[i].exponent);
    BN_free(inputs[i].modulus);
    BN_MONT_CTX_free(inputs[i].mont);
  }
  memset(inputs, 0, sizeof inputs);
  input_count = 0;
}

static void add(const char *base, const char *exponent, const char *modulus) {
  if (input_count == MAX_INPUTS) fail("too many inputs");
  struct input *input = &inputs[input_count++];
  input->mont = BN_MONT_CTX_new();
  if (!BN_hex2bn(&input->base, base) || !BN_hex2bn(&input->exponent, exponent) ||
      !BN_hex2bn(&input->modulus, modulus) || input->mont == NULL || !BN_MONT_CTX_set(input->mont, input->modulus, ctx))
    fail("an input is not acceptable");
}

static void power(BIGNUM *result, int consttime, const struct input *in) {
  int ok = consttime
               ? BN_mod_exp_mont_consttime(result, in->base, in->exponent, in->modulus, ctx, in->mont)
               : BN_mod_exp_mont(result, in->base, in->exponent, in->modulus, ctx, in->mont);
  if (!ok) fail("the exponentiation failed");
}

static double nanoseconds(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return 1e9 * (double)t.tv_sec + (double)t.tv_nsec;
}

int main(void) {
  char *line = NULL;
  size_t capacity = 0;
  BIGNUM *result = BN_new();
  ctx = BN_CTX_new();
  if (result == NULL || ctx == NULL) fail("out of memory");
  setvbuf(stdout, NULL, _IOLBF, 0);
  puts(OpenSSL_version(OPENSSL_VERSION));

  while (getline(&line, &capacity, stdin) > 0) {
    const char *words[4] = {"", "", "", ""};
    size_t count = 0;
    for (char *word = strtok(line, " \n"); word != NULL && count < 4; word = strtok(NULL, " \n")) words[count++] = word;
    int consttime = strcmp(words[1], "consttime") == 0;

    if (strcmp(words[0], "clear") == 0) {
      clear();
      puts("ok");
    } else if (strcmp(words[0], "add") == 0) {
      add(words[1], words[2], words[3]);
      puts("ok");
    } else if (strcmp(words[0], "result") == 0) {
      size_t i = strtoul(words[2], NULL, 10);
      if (i >= input_count) fail("there is no such input");
      power(result, consttime, &inputs[i]);
      char *hex = BN_bn2hex(result);
      puts(hex);
      OPENSSL_free(hex);
    } else if (strcmp(words[0], "time") == 0) {
      size_t first = strtoul(words[2], NULL, 10), calls = strtoul(words[3], NULL, 10);
      if (input_count == 0) fail("there is no input");
      double start = nanoseconds();
      for (size_t i = 0; i < calls; i++) power(result, consttime, &inputs[(first + i) % input_count]);
      printf("%.0f\n", nanoseconds() - start);
    } else {
      fail("unknown command");
    }
  }
  clear();
  BN_free(result);
  BN_CTX_free(ctx);
  free(line);
  return 0;
}
